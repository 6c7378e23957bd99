import HTTPTypes
import Hummingbird

/// Removes the body of each answer to `HEAD`, and leaves the header as `GET` has it (RFC 9110 §9.3.2).
///
/// ``ConnectionHandler`` leaves out the end of a chunked body too, which the encoder would write for a body without a known length.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
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
