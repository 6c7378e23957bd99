import AgentTools
import Cancellation
package import Foundation
import KeyLeasing
import Secrets
import Synchronization
package import Transport

/// The access tokens of one MCP server, by OAuth 2.1 as the Model Context Protocol profiles it.
///
/// Tokens are obtained after a refusal of the server, and refreshed before they expire. All requests that need a new token share one
/// exchange. ``OAuthState`` decides; this object asks the servers and the vault.
package final class OAuthAuthorizer: MCPAuthorizer {
    let configuration: OAuthConfiguration
    let exchange: OAuthExchange
    let state = Mutex(OAuthState())
    private let store: any OAuthStore
    private let browser: (any OAuthBrowser)?
    private let now: @Sendable () -> Date
    private let calls = SharedCalls<String, Void>()
    private let isLoaded = Mutex(false)

    /// Makes an authorizer.
    ///
    /// - Parameters:
    ///   - configuration: The operator's settings.
    ///   - client: The client for all requests.
    ///   - store: The place of the credentials.
    ///   - browser: Opens authorization pages at once; `nil` if only the operator can, with `torii tools authorize`.
    ///   - now: Returns the current time.
    package init(
        _ configuration: OAuthConfiguration,
        client: HTTPClient,
        store: any OAuthStore,
        browser: (any OAuthBrowser)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.store = store
        self.browser = browser
        self.now = now
        exchange = OAuthExchange(client: client, server: configuration.server, issuer: configuration.issuer)
    }

    /// Returns the field with the access token; none before the first authorization.
    @concurrent package func credentials(for url: String) async throws -> MCPCredentials {
        // A token is for one server only, even if a redirect or a page leads elsewhere.
        guard OAuthAddress(url)?.origin == configuration.server.origin else { return .none }
        try await load()
        let use = state.withLock { $0.use(at: now()) }
        if case .refresh = use {
            try await calls.value(for: state.withLock { "refresh of \($0.tokenID)" }) { [self] in
                try await refreshOrForget()
            }
        }
        guard case .token(let token, let id) = state.withLock({ $0.use(at: now()) }) else { return .none }
        var fields = HTTPHeaders()
        fields.append("Authorization", .secret(token, prefix: "Bearer "))
        return MCPCredentials(fields: fields, lease: KeyLease(keyID: id, secret: token))
    }

    /// Records that the server accepted a token.
    package func accepted(_ credentials: MCPCredentials) {
        state.withLock { $0.recordAcceptance(of: credentials.lease?.keyID) }
    }

    /// Obtains another token if the refusal is about the token or its scopes.
    @concurrent package func refused(_ refusal: MCPRefusal, of credentials: MCPCredentials) async throws -> Bool {
        try await load()
        let sent = credentials.lease?.keyID
        let reaction = state.withLock {
            $0.react(to: refusal, sent: sent, server: configuration.name, at: now())
        }
        switch reaction {
        case .ignore: return false
        case .repeat: return true
        case .fail(let failure): throw failure
        case .obtain:
            try await calls.value(for: "after \(sent ?? "no token")") { [self] in try await obtain() }
            return true
        }
    }

    /// Whether the client has a key of its own in the vault.
    package var usesClientKey: Bool { configuration.clientKey != nil }

    /// Reads the stored credentials once.
    func load() async throws {
        guard !isLoaded.withLock({ $0 }) else { return }
        try await calls.value(for: "load") { [self] in
            guard let document = try await store.load() else { return isLoaded.withLock { $0 = true } }
            state.withLock { $0.restore(OAuthCredentials(document: document)) }
            isLoaded.withLock { $0 = true }
        }
    }
}

extension OAuthAuthorizer {
    /// Obtains a token after a refusal, in the way that the state chooses.
    private func obtain() async throws {
        do {
            let target = try await target(challenge: state.withLock(\.challenge))
            let way = state.withLock {
                $0.way(at: target.server.issuer.text, grant: configuration.grant, canAsk: browser != nil)
            }
            guard way == .refresh else { return try await obtain(way, at: target) }
            do {
                try await refresh()
            } catch let failure as OAuthFailure where failure.serverCode != nil {
                // The refresh token is not valid any more, so the next way is tried.
                let next = state.withLock {
                    $0.dropRefreshToken()
                    return $0.way(at: target.server.issuer.text, grant: configuration.grant, canAsk: browser != nil)
                }
                try await obtain(next, at: target)
            }
        } catch let failure as OAuthFailure {
            state.withLock { $0.record(failure, at: now()) }
            throw failure
        }
    }

    private func obtain(_ way: OAuthState.Way, at target: OAuthTarget) async throws {
        switch way {
        case .refresh, .leaveToOperator:
            throw OAuthFailure(
                .needsOperator,
                "The MCP server '\(configuration.name)' requires an authorization. Run 'torii tools authorize \(configuration.name)'."
            )
        case .client:
            let client = OAuthClient(id: configuration.clientID ?? "")
            guard !client.id.isEmpty else {
                throw OAuthFailure(
                    .needsOperator,
                    "The grant 'client_credentials' needs a client. Set 'client_id' in the 'authorization' of \(configuration.name)."
                )
            }
            try await exchange(.client(target.scopes), client: client, registeredRedirect: nil, at: target)
        case .ask:
            guard let browser else { return }
            let pending = try await authorization(at: target, redirectURI: browser.redirectURI)
            try await complete(pending, redirect: try await browser.redirect(from: pending.url))
        }
    }

    /// Refreshes the token; a refresh token that is not valid any more is forgotten.
    private func refreshOrForget() async throws {
        do {
            try await refresh()
        } catch let failure as OAuthFailure where failure.serverCode != nil {
            state.withLock { $0.dropRefreshToken() }
        }
    }

    private func refresh() async throws {
        guard let known = state.withLock(\.credentials), let token = known.refreshToken else { return }
        let request = OAuthTokenRequest(
            grant: .refresh(token),
            resource: known.resource,
            client: known.client,
            method: known.method
        )
        // The old refresh token may be used up with the answer, so the new one is stored in any case.
        try await uncancelled { [self] in
            let reply = try await send(request, to: known.tokenEndpoint, issuer: known.issuer)
            try await record(known.refreshed(by: reply, at: now()), refreshed: true)
        }
    }

    /// Exchanges a grant for a token and stores it.
    func exchange(
        _ grant: OAuthTokenRequest.Grant,
        client: OAuthClient,
        registeredRedirect: String?,
        at target: OAuthTarget
    ) async throws {
        let method = TokenEndpointMethod.choice(
            for: client,
            hasPrivateKey: configuration.clientKey?.isPrivateKey ?? false,
            hasSecret: client.secret != nil || configuration.clientKey != nil,
            supported: target.server.authenticationMethods
        )
        let request = OAuthTokenRequest(grant: grant, resource: target.resource, client: client, method: method)
        try await uncancelled { [self] in
            let reply = try await send(request, to: target.server.tokenEndpoint, issuer: target.server.issuer.text)
            let credentials = OAuthCredentials(
                issuer: target.server.issuer.text,
                tokenEndpoint: target.server.tokenEndpoint,
                client: client,
                registeredRedirect: registeredRedirect,
                method: method,
                resource: target.resource,
                requested: target.scopes,
                accessToken: reply.accessToken,
                expiresAt: reply.expiresIn.map { now().addingTimeInterval(Double($0)) },
                refreshToken: reply.refreshToken
            )
            try await record(credentials, refreshed: false)
        }
    }

    /// Sends a token request with the client's proof, which is lent by the vault for this request alone.
    private func send(
        _ request: OAuthTokenRequest,
        to endpoint: OAuthAddress,
        issuer: String
    ) async throws -> TokenReply {
        var request = request
        let lease = request.client.id == configuration.clientID ? try await configuration.clientKey?.source() : nil
        if let lease {
            if request.method == .privateKey {
                request.assertion = try ClientAssertion.text(
                    client: request.client.id,
                    issuer: issuer,
                    key: lease.secret,
                    at: now()
                )
            } else {
                request.client.secret = lease.secret
            }
        }
        do {
            let reply = try await exchange.token(at: endpoint, request)
            lease?.report(.accepted)
            return reply
        } catch let failure as OAuthFailure {
            if failure.serverCode == "invalid_client" { lease?.report(.refused) }
            throw failure
        }
    }

    private func record(_ credentials: OAuthCredentials, refreshed: Bool) async throws {
        // A token of the client itself can be had again at any time, so it stays in memory.
        if configuration.grant == .authorizationCode { try await store.save(credentials.document) }
        state.withLock { $0.record(credentials, refreshed: refreshed) }
    }
}
