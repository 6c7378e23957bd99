import HTTPTypes
import Hummingbird

/// Removes the body of each answer to `HEAD`, and leaves the header as `GET` has it (RFC 9110 §9.3.2).
///
/// It is around the router, not in its middleware, because the router makes an answer to `HEAD` of the one that middleware has finished.
/// ``ConnectionHandler`` leaves out the end of a chunked body, which the encoder would write for an answer without a length.
struct HeadResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    @Sendable func respond(to request: Request, context: Base.Context) async throws -> Response {
        let response = try await base.respond(to: request, context: context)
        guard request.method == .head else { return response }
        var headers = response.headers
        // The router sets a length of 0 where the length is not known before the body is written. No answer to GET is empty.
        if headers[.contentLength] == "0" { headers[.contentLength] = nil }
        return Response(
            status: response.status,
            headers: headers,
            body: ResponseBody { writer in try await writer.finish(nil) }
        )
    }
}
