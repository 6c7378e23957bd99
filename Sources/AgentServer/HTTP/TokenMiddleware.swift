import Accounts
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import StreamSafeText

/// Lets only requests through whose bearer token (RFC 6750) is valid and has a scope that opens their route.
struct TokenMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let clients: Clients
    let access: RouteAccess
    let tools: ToolRegistry
    let failures: FailedAuthentications

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let presented = request.headers[.authorization].flatMap(BearerCredentials.init)?.token else {
            throw Problem(.unauthorized, detail: "send your token as 'Authorization: Bearer <token>'")
        }
        let client: Client
        switch clients.authenticate(presented) {
        case .accepted(let accepted): client = accepted
        case .expired:
            return try await refuse(
                "expired",
                detail: "this token has expired; ask the operator for a new one",
                context
            )
        case .revoked: return try await refuse("revoked", detail: "this token was revoked", context)
        case .unknown: return try await refuse("unknown", detail: "this token is not known here", context)
        }
        let tool = context.parameters.get("name")?.streamSafe
        if let missing = access.missing(for: client, tool: tool, tools: tools) {
            throw Problem(
                .forbidden,
                detail: "this token does not have the scope '\(missing)'; ask the operator for one that has"
            )
        }
        var context = context
        context.client = client
        return try await next(request, context)
    }

    /// Answers a token that is not valid; late, and as the connection's last answer, when its address has had too many of them.
    ///
    /// - Throws: ``Problem`` while it has not.
    private func refuse(_ token: String, detail: String, _ context: Context) async throws -> Response {
        guard let brake = failures.record(token, from: context.address, context.logger) else {
            throw Problem(.unauthorized, detail: detail)
        }
        await failures.wait(for: brake)
        context.identified.isLoggedInTotal = true
        let problem =
            token == "unknown"
            ? Problem(
                .rateLimited,
                detail: "too many invalid tokens came from your address; send the right one, or try again later",
                retryAfterSeconds: brake.retryAfterSeconds
            ) : Problem(.unauthorized, detail: detail)
        var response = Response.problem(problem, requestID: context.id, as: context.errorForm)
        response.headers[.connection] = "close"
        return response
    }
}
