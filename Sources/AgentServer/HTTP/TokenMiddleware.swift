import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import StreamSafeText

/// Lets only requests through whose bearer token (RFC 6750) is valid and has the scope that their route needs.
struct TokenMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let clients: Clients
    let scopes: RouteScopes

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let presented = request.headers[.authorization].flatMap(BearerCredentials.init)?.token else {
            throw Problem(.unauthorized, detail: "send your token as 'Authorization: Bearer <token>'")
        }
        let client = try authenticate(presented)
        let route = context.endpointPath ?? ""
        let tool = context.parameters.get("name")?.streamSafe
        if let missing = scopes.missing(for: client, request.method, route, tool: tool) {
            throw Problem(
                .forbidden,
                detail: "this token does not have the scope '\(missing)'; ask the operator for one that has"
            )
        }
        var context = context
        context.client = client
        return try await next(request, context)
    }

    private func authenticate(_ presented: String) throws(Problem) -> Client {
        switch clients.authenticate(presented) {
        case .accepted(let client): return client
        case .expired: throw Problem(.unauthorized, detail: "this token has expired; ask the operator for a new one")
        case .revoked: throw Problem(.unauthorized, detail: "this token was revoked")
        case .unknown: throw Problem(.unauthorized, detail: "this token is not known here")
        }
    }
}
