import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The check that a request names exactly one host, and that the host is this server.
///
/// Both health checks are exempt, because load balancers send any host, and their responses reveal nothing.
struct HostMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let policy: HostPolicy

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if !Listener.isHealthCheck(context.endpointPath) { try check(request) }
        return try await next(request, context)
    }

    private func check(_ request: Request) throws(Problem) {
        // RFC 9112 §3.2. HTTPTypes stores the first `Host` field separately from the others.
        guard let text = request.head.authority, request.headers[.host] == nil, let host = HostField(text) else {
            throw Problem(
                .invalidRequest,
                detail:
                    "the request must have exactly one header field 'Host' with the server's name or address and an optional port"
            )
        }
        guard policy.accepts(host) else {
            throw Problem(
                .misdirectedRequest,
                detail:
                    "this server does not answer to the host '\(host.name.excerpt(upTo: 200))'; if this is a name of the server, "
                    + "the operator must add it to TORII_WEB_HOSTS or set TORII_PUBLIC_URL to its URL"
            )
        }
    }
}
