import APIDescription
import Accounts
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import StreamSafeText
import ToolRecords

/// The check that a request's bearer token (RFC 6750), or the cookie of a browser's sign-in, is valid and has a scope for its route.
///
/// The routes of Anthropic's dialect also accept the token as `x-api-key`; a bearer token has precedence.
struct TokenMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let clients: Clients
    let access: RouteAccess
    /// The owner of the data of the route.
    let data: Endpoint.DataKind
    let tools: ToolCatalog
    let failures: FailedAuthentications
    let authentications: AuthenticationMetrics
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
                let sender = try await sender(of: request, holder.client, context)
                return try await proceed(request, context, as: sender, next)
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
        switch try await failures.authenticate(
            presented,
            by: clients,
            from: context.address,
            obstacle: { missingScope(of: $0, context) }
        ) {
        case .accepted(let accepted): client = accepted
        case .expired:
            return try await refuse(
                presented,
                "expired",
                detail: "this token has expired; ask the operator for a new one",
                context
            )
        case .revoked:
            return try await refuse(
                presented,
                "revoked",
                detail: "this token was revoked; ask the operator for a new one",
                context
            )
        case .refused(let reason): return try await refuse(presented, "refused", detail: reason, context)
        case .unavailable(let seconds):
            throw Problem(
                .issuerUnavailable,
                detail: "the server cannot read the keys of this token's issuer now; send the request again later",
                retryAfterSeconds: seconds
            )
        case .unknown:
            return try await refuse(
                presented,
                "unknown",
                detail: "the server does not know this token; check it, or ask the operator for a new one",
                context
            )
        }
        let sender = try await sender(of: request, client, context, hasToken: true)
        return try await proceed(request, context, as: sender, next)
    }

    /// Returns the user that an app's backend acts for, or the holder of the token itself.
    ///
    /// - Parameter hasToken: Whether the request has a token, not the cookie of a browser.
    private func sender(
        of request: Request,
        _ client: Principal,
        _ context: Context,
        hasToken: Bool = false
    ) async throws -> Principal {
        do {
            guard let fields = try UserFields(request.headers, of: client, hasToken: hasToken) else {
                if client.grant == nil { authentications.record(hasToken ? .client : .cookie, "accepted") }
                return client
            }
            let user = try await clients.users.principal(
                of: client,
                identity: UserIdentity(issuer: UserIdentity.backend, subject: fields.subject),
                plan: fields.plan,
                organization: fields.organization,
                obstacle: { missingScope(of: $0, context) }
            )
            authentications.record(.backend, "accepted")
            return user
        } catch let refusal as UserRefusal {
            authentications.record(.backend, refusal == .blocked ? "blocked" : "refused")
            throw Problem(refusal)
        } catch let problem as Problem {
            authentications.record(.backend, "refused")
            throw problem
        }
    }

    /// Performs the request if the client has a scope for the route.
    @concurrent private func proceed(
        _ request: Request,
        _ context: Context,
        as client: Principal,
        _ next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let problem = missingScope(of: client, context) { throw problem }
        if data == .own, let users = client.users, !users.hasOwnData {
            throw Problem(
                .userRequired,
                detail:
                    "this client has users, and the request names none; send the field 'Torii-User' with the user's id, so that the "
                    + "data of users is kept apart"
            )
        }
        var context = context
        context.client = client
        context.permit = ReadingPermit(permits, client, context.session, access, tool: Self.tool(in: context))
        return try await next(request, context)
    }

    /// Returns the problem of a sender that lacks a scope for the route; `nil` if it has one.
    private func missingScope(of sender: Principal, _ context: Context) -> Problem? {
        access.missing(for: sender, tool: Self.tool(in: context), tools: tools.current).map { scope in
            Problem(
                .forbidden,
                detail: "this token lacks the scope '\(scope)'; ask the operator for a token that has it"
            )
        }
    }

    /// Returns the name of the tool in the path, if any.
    private static func tool(in context: Context) -> String? { context.parameters.get("name")?.streamSafe }

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
    private func refuse(
        _ presented: String,
        _ token: String,
        detail: String,
        _ context: Context
    ) async throws -> Response {
        if !clients.isForIssuers(presented) { authentications.record(.client, token) }
        guard let brake = failures.record(token, from: context.address, context.logger) else {
            throw Problem(.unauthorized, detail: detail)
        }
        await failures.wait(for: brake)
        context.identified.isLoggedInTotal = true
        let problem =
            token == "unknown"
            ? Problem(
                .rateLimited,
                title: "Too many invalid tokens",
                detail: "your address has sent too many invalid tokens; send a valid one, or try again later",
                retryAfterSeconds: brake.retryAfterSeconds
            ) : Problem(.unauthorized, detail: detail)
        var response = Response.problem(problem, requestID: context.id, as: context.errorForm)
        response.headers[.connection] = "close"
        return response
    }
}
