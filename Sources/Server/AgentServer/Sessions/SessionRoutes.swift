import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import KeyVault
import Secrets
import StoredValues
import StreamingJSON
import ToolRecords
import Transport

/// The sign-in of browsers: `/v1/session` for the chat page, `/admin/session` for the operator's console.
struct SessionRoutes {
    let clients: Clients
    let runtime: AgentRuntime
    let admission: Admission
    let sessions: BrowserSessions
    let failures: FailedAuthentications
    let publicURL: String?

    /// The routes.
    var routes: [Route] {
        [
            Route(.session) { _, context in try await describe(context, .client) },
            Route(.sessionStart) { request, context in try await start(request, context, .client) },
            Route(.sessionEnd) { request, context in try await end(request, context, .client) },
            Route(.adminSession) { _, context in try await describe(context, .admin) },
            Route(.adminSessionStart) { request, context in try await start(request, context, .admin) },
            Route(.adminSessionEnd) { request, context in try await end(request, context, .admin) },
            Route(.adminSessionConfirmation) { request, context in try await confirm(request, context) },
        ]
    }

    private func authentication(_ side: BrowserSession.Side) -> CookieAuthentication {
        CookieAuthentication(sessions: sessions, side: side, publicURL: publicURL)
    }

    private func start(
        _ request: Request,
        _ context: ToriiRequestContext,
        _ side: BrowserSession.Side
    ) async throws -> Response {
        var request = request
        guard let cookie = authentication(side).cookie(for: request) else {
            throw Problem(
                .forbidden,
                detail:
                    "a browser cannot sign in over plain HTTP from another machine; use TLS and set TORII_PUBLIC_URL to "
                    + "the https URL, or use an SSH tunnel to this machine"
            )
        }
        try cookie.checkOrigin(of: request)
        let agent = request.headers[.userAgent] ?? ""
        let body = try await request.json { try SignInRequest(jsonValue: $0) }
        if let refusal = delay(body, context) { return refusal }
        try await checkPerson(body, request, side)
        guard let signIn = try await signIn(body, side, agent: agent, hasPageKey: !cookie.isSecure, context) else {
            return try await refuse(context, side)
        }
        failures.recordSignIn(from: context.address)
        let pageKey = signIn.pageKey?.withBytes { String(decoding: $0, as: UTF8.self) }
        var response = try await response(signIn.client, signIn.session, side, status: .created, pageKey: pageKey)
        let seconds = Int(side.longestSeconds)
        response.headers[.setCookie] = signIn.cookie.withBytes {
            cookie.field(String(decoding: $0, as: UTF8.self), seconds: seconds)
        }
        return response
    }

    /// Checks that a link does not replace the person who is signed in without a question, because anybody can send a link.
    ///
    /// - Throws: ``Problem`` with both names.
    private func checkPerson(_ body: SignInRequest, _ request: Request, _ side: BrowserSession.Side) async throws {
        guard case .code(let code) = body.credential, !body.isReplacing,
            let present = try await authentication(side).holder(of: request)?.client,
            let other = sessions.client(ofCode: code.text, for: side), other.owner != present.owner
        else { return }
        var problem = Problem(
            .conflict,
            detail:
                "'\(present.name)' is signed in, and this code is for '\(other.name)'; to change, send it again with \"replace\": true"
        )
        problem.extensions = ["signed_in": .string(present.name), "code_for": .string(other.name)]
        throw problem
    }

    private func signIn(
        _ request: SignInRequest,
        _ side: BrowserSession.Side,
        agent: String,
        hasPageKey: Bool,
        _ context: ToriiRequestContext
    ) async throws -> BrowserSessions.SignIn? {
        switch request.credential {
        case .code(let code):
            return try await sessions.signIn(
                code: code.text,
                to: side,
                agent: agent,
                hasPageKey: hasPageKey,
                requestID: context.id
            )
        case .token(let token):
            guard let client = await clients.holder(ofToken: token.text) else { return nil }
            guard side.admits(client) else {
                throw Problem(
                    .forbidden,
                    detail: side == .admin
                        ? "this is the token of a client, not of an administrator"
                        : "this is the token of an administrator, not of a client"
                )
            }
            return try await sessions.signIn(
                client,
                token: token.text,
                to: side,
                agent: agent,
                hasPageKey: hasPageKey,
                requestID: context.id
            )
        }
    }

    /// Confirms the sign-in of a browser.
    private func confirm(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        guard let session = context.session else {
            throw Problem(
                .conflict,
                detail: "a request with a token needs no confirmation; only a browser's sign-in does"
            )
        }
        let client = try context.requireClient()
        let actor = AuditActor(client, requestID: context.id)
        let body = try await request.json { try SignInRequest(jsonValue: $0) }
        if let refusal = delay(body, context) { return refusal }
        let confirmation =
            switch body.credential {
            case .code(let code): try await sessions.confirm(session, code: code.text, by: actor)
            case .token(let token): try await sessions.confirm(session, token: token.text, by: actor)
            }
        switch confirmation {
        case .refused: return try await refuse(context, .admin)
        case .ofAnother:
            throw Problem(
                .forbidden,
                detail: "this is the token or code of another administrator than the one who is signed in"
            )
        case .ofSignIn:
            throw Problem(
                .forbidden,
                detail:
                    "a code that the console made confirms no sign-in; send the admin token, or a code of `torii sign-in --admin`"
            )
        case .confirmed(let session):
            failures.recordSignIn(from: context.address)
            return try await response(client, session, .admin, status: .ok)
        }
    }

    /// Returns the response to an attempt that is not looked at, because too many have failed; `nil` for one that is.
    ///
    /// A code is always looked at: none can be guessed, and it lets the operator in even if others fail at the same address.
    private func delay(_ body: SignInRequest, _ context: ToriiRequestContext) -> Response? {
        guard case .token = body.credential, let seconds = failures.secondsUntilSignIn(from: context.address) else {
            return nil
        }
        return .problem(
            Problem(
                .rateLimited,
                title: "Too many failed sign-ins",
                detail:
                    "too many sign-ins with invalid tokens or codes from your address; try again in \(seconds) seconds, or use a link of `torii sign-in`",
                retryAfterSeconds: seconds
            ),
            requestID: context.id,
            as: context.errorForm
        )
    }

    /// Responds to a wrong credential; the text is the same for every reason.
    private func refuse(_ context: ToriiRequestContext, _ side: BrowserSession.Side) async throws -> Response {
        let isWritten = failures.recordFailedSignIn(from: context.address, context.logger)
        // They show an attack on the console.
        if side == .admin, isWritten {
            try await sessions.recordRefusal(from: context.address?.description, requestID: context.id)
        }
        throw Problem(
            .unauthorized,
            detail:
                "this token or code is not valid, or not valid any more; check it, or get a new code with `torii sign-in`"
        )
    }

    private func describe(_ context: ToriiRequestContext, _ side: BrowserSession.Side) async throws -> Response {
        try await response(try context.requireClient(), context.session, side, status: .ok)
    }

    private func end(
        _ request: Request,
        _ context: ToriiRequestContext,
        _ side: BrowserSession.Side
    ) async throws -> Response {
        var response = Response(status: .noContent)
        guard let session = context.session, let cookie = authentication(side).cookie(for: request) else {
            return response
        }
        let actor = side == .admin ? AuditActor(try context.requireClient(), requestID: context.id) : nil
        _ = try await sessions.end(session.id, by: actor)
        response.headers[.setCookie] = cookie.field("", seconds: 0)
        return response
    }

    private func response(
        _ client: Principal,
        _ session: BrowserSession?,
        _ side: BrowserSession.Side,
        status: HTTPResponse.Status,
        pageKey: String? = nil
    ) async throws -> Response {
        var body = WireSession(
            client: client.owner.client,
            user: client.owner.user,
            name: client.name,
            scopes: client.scopes.sorted().map(\.description),
            version: ServerVersion.current,
            session: session?.id,
            signedInAt: session?.createdAt,
            confirmedAt: session?.confirmedAt,
            expiresAt: session?.expiresAt,
            pageKey: pageKey
        )
        if side == .client {
            let models = runtime.models(of: client)
            let standard = try? await models.standard()
            body.models = try await models.ready().map {
                .init(name: $0.description, isDefault: $0 == standard)
            }
            body.limits = try await WireSession.Limit.list(of: client, admission)
        }
        return .json(body.jsonValue, status: status, headers: [.cacheControl: "no-store"])
    }
}

extension SecretString {
    /// The text, for a comparison by its hash.
    fileprivate var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

/// The version of the server.
enum ServerVersion {
    /// The version of this source code.
    static let current = "0.1.0"
}
