import APIDescription
import AgentWire
import Hummingbird
import StreamingJSON

/// A check that refuses paths that are not written like their route, with status 404.
///
/// The console's path is the only one with a slash at its end.
struct ExactPathMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if context.endpointPath != nil, request.uri.path != Endpoint.consolePath, !Listener.isExact(request.uri.path) {
            throw Problem(
                .notFound,
                detail:
                    "there is no route for \(request.method) \(request.shownPath); see the API description at GET /openapi.json"
            )
        }
        return try await next(request, context)
    }
}
