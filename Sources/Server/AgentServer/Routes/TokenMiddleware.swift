import APIDescription
import Accounts
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import StreamSafeText

/// The check that a request's bearer token (RFC 6750), or the cookie of a browser's sign-in, is valid and has a scope for its route.
///
/// The routes of Anthropic's dialect also accept the token as `x-api-key`; a bearer token has precedence.
struct TokenMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let clients: Clients
    let access: RouteAccess
    let tools: ToolCatalog
    let failures: FailedAuthentications
    /// The permissions of responses that last long.
    let permits: ReadingPermits
    /// Whether the route accepts the token as `x-api-key`.
    var acceptsKeyField = false
    /// The check of cookies; `nil` if the route accepts none.
    var cookies: CookieAuthentication?

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let presented = token(of: request) else {
            // Only without any credential in the header: a wrong token never falls back to the cookie.
            let hasOther = request.headers[.authorization] != nil || acceptsKeyField && request.headers[.apiKey] != nil
            if !hasOther, let holder = try await cookies?.holder(of: request) {
                var context = context
                context.session = holder.session
                return try await proceed(request, context, as: holder.client, next)
            }
            if credentials(of: request).contains(where: BearerCredentials.haveForeignCharacters) {
                throw Problem(
                    .unauthorized,
                    detail:
                        "the token has characters that no token has, so it is a placeholder or a cut copy; send the whole token"
                )
            }
            let field =
                acceptsKeyField
                ? "'x-api-key: <token>' or 'Authorization: Bearer <token>'" : "'Authorization: Bearer <token>'"
            throw Problem(.unauthorized, detail: "the request has no token; send it as \(field)")
        }
        let client: Principal
        switch await failures.authenticate(presented, by: clients, from: context.address) {
        case .accepted(let accepted): client = accepted
        case .expired:
            return try await refuse(
                "expired",
                detail: "this token has expired; ask the operator for a new one",
                context
            )
        case .revoked:
            return try await refuse(
                "revoked",
                detail: "this token was revoked; ask the operator for a new one",
                context
            )
        case .unknown:
            return try await refuse(
                "unknown",
                detail: "the server does not know this token; check it, or ask the operator for a new one",
                context
            )
        }
        return try await proceed(request, context, as: client, next)
    }

    /// Performs the request if the client has a scope for the route.
    @concurrent private func proceed(
        _ request: Request,
        _ context: Context,
        as client: Principal,
        _ next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let tool = context.parameters.get("name")?.streamSafe
        if let missing = access.missing(for: client, tool: tool, tools: tools.current) {
            throw Problem(
                .forbidden,
                detail: "this token lacks the scope '\(missing)'; ask the operator for a token that has it"
            )
        }
        var context = context
        context.client = client
        context.permit = ReadingPermit(permits, client, context.session, access, tool: tool)
        return try await next(request, context)
    }

    /// Returns the token of a request; `nil` if there is none.
    private func token(of request: Request) -> String? {
        credentials(of: request).lazy.compactMap { BearerCredentials($0)?.token }.first
    }

    /// Returns the values of the fields for a token, as bearer credentials.
    private func credentials(of request: Request) -> [String] {
        // The field's value has the form of a bearer token.
        let key = acceptsKeyField ? request.headers[.apiKey].map { "Bearer \($0)" } : nil
        return [request.headers[.authorization], key].compactMap(\.self)
    }

    /// Responds to an invalid token.
    ///
    /// If its address has sent too many, the response is delayed and the connection closed.
    ///
    /// - Throws: ``Problem`` if the address has not sent too many.
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
                detail: "your address has sent too many invalid tokens; send a valid one, or try again later",
                retryAfterSeconds: brake.retryAfterSeconds
            ) : Problem(.unauthorized, detail: detail)
        var response = Response.problem(problem, requestID: context.id, as: context.errorForm)
        response.headers[.connection] = "close"
        return response
    }
}
