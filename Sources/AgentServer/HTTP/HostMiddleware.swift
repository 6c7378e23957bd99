import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// Refuses requests that do not name one host, or name a host that is not this server.
///
/// The two health checks are exempt, because load balancers send what they like and nothing is to be learned from them.
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
        // RFC 9112 §3.2. HTTPTypes takes the first field out of the others.
        guard let text = request.head.authority, request.headers[.host] == nil, let host = HostField(text) else {
            throw Problem(
                .invalidRequest,
                detail: "the request needs one field 'Host' with the server's name or address, and perhaps a port"
            )
        }
        guard policy.accepts(host) else {
            throw Problem(
                .misdirectedRequest,
                detail:
                    "this server does not answer to the host '\(host.name.excerpt(upTo: 200))'; if it is the server's name, "
                    + "the operator must set TORII_PUBLIC_URL to its URL or add the name to TORII_WEB_HOSTS"
            )
        }
    }
}
