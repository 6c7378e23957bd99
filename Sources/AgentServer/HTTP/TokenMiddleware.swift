import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import Logging
import StreamSafeText
import Transport

/// Lets only requests through whose bearer token (RFC 6750) is valid and has the scope that their route needs.
struct TokenMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let clients: Clients
    let scopes: RouteScopes
    let failures: FailedAuthentications

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let presented = request.headers[.authorization].flatMap(BearerCredentials.init)?.token else {
            throw Problem(.unauthorized, detail: "send your token as 'Authorization: Bearer <token>'")
        }
        let client = try authenticate(presented, context)
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

    private func authenticate(_ presented: String, _ context: Context) throws(Problem) -> Client {
        switch clients.authenticate(presented) {
        case .accepted(let client): return client
        case .expired:
            log("expired", context)
            throw Problem(.unauthorized, detail: "this token has expired; ask the operator for a new one")
        case .revoked:
            log("revoked", context)
            throw Problem(.unauthorized, detail: "this token was revoked")
        case .unknown:
            log("unknown", context)
            if let address = context.address, let seconds = failures.record(AddressBlock(address)) {
                throw Problem(
                    .rateLimited,
                    detail: "too many unknown tokens came from your address; send the right one, or try again later",
                    retryAfterSeconds: seconds
                )
            }
            throw Problem(.unauthorized, detail: "this token is not known here")
        }
    }

    /// Logs a failed authentication, in a form that programs such as fail2ban read.
    private func log(_ token: String, _ context: Context) {
        context.logger.notice(
            "Authentication failed",
            metadata: ["address": "\(context.address.map(\.description) ?? "unknown")", "token": "\(token)"]
        )
    }
}
