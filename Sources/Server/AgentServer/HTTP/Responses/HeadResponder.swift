import HTTPTypes
import Hummingbird

/// A responder that removes the body of each response to `HEAD`, and keeps the header of the response to `GET` (RFC 9110 §9.3.2).
///
/// It wraps the router and is not middleware, because the router converts a response to `HEAD` after all middleware.
/// ``ConnectionHandler`` omits the end of a chunked body, which the encoder would write for a response without a length.
struct HeadResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    @Sendable func respond(to request: Request, context: Base.Context) async throws -> Response {
        let response = try await base.respond(to: request, context: context)
        guard request.method == .head else { return response }
        var headers = response.headers
        // The router sets a length of 0 if the length is unknown before the body is written. No response to GET is empty.
        if headers[.contentLength] == "0" { headers[.contentLength] = nil }
        return Response(
            status: response.status,
            headers: headers,
            body: ResponseBody { writer in try await writer.finish(nil) }
        )
    }
}
