import AgentTools
import Foundation
import StreamingJSON
import Synchronization

/// Opens the page of an authorization and returns the address to which it redirects.
package protocol OAuthBrowser: Sendable {
    /// The address to which the authorization server redirects.
    var redirectURI: String { get }
    /// Opens a page and returns the redirect.
    @concurrent func redirect(from url: String) async throws -> String
}

/// The place of the next token: the MCP server's identifier, the authorization server and the scopes.
struct OAuthTarget: Sendable {
    var resource: String
    var server: AuthorizationServer
    var scopes: OAuthScopes?
}

extension OAuthAuthorizer {
    /// Starts an authorization by the operator and returns the page to open.
    ///
    /// - Parameter redirectURI: The address to which the authorization server redirects.
    /// - Throws: ``OAuthFailure``, `CancellationError`.
    package func begin(redirectURI: String) async throws -> PendingAuthorization {
        try await load()
        guard configuration.grant == .authorizationCode else {
            throw OAuthFailure(
                .unusable,
                "The MCP server '\(configuration.name)' uses the grant 'client_credentials', which needs no authorization by a person."
            )
        }
        // A refused call may have named scopes that a request without a token does not need.
        let known = state.withLock(\.challenge)
        let challenge = if let known { known } else { try await exchange.challenge() }
        return try await authorization(at: try await target(challenge: challenge), redirectURI: redirectURI)
    }

    /// Ends an authorization: checks the redirect, and exchanges its code for a token, which is stored.
    ///
    /// - Throws: ``OAuthFailure``, `CancellationError`.
    package func complete(_ pending: PendingAuthorization, redirect: String) async throws {
        try await exchange(
            try pending.grant(from: redirect),
            client: pending.client,
            registeredRedirect: pending.redirectURI,
            at: OAuthTarget(resource: pending.resource, server: pending.server, scopes: pending.scopes)
        )
    }

    /// Finds the authorization server that the MCP server names now, and chooses the scopes.
    func target(challenge: BearerChallenge?) async throws -> OAuthTarget {
        let kept = state.withLock(\.credentials)
        let found = try await exchange.resource(announced: challenge?.resourceMetadata)
        // A server of the revision 2025-03-26 has no metadata of its own: it is its own authorization server.
        let own = configuration.issuer ?? OAuthAddress(configuration.server.origin)
        let choice = IssuerChoice(
            configured: configuration.issuer,
            kept: kept?.issuer,
            isBound: configuration.clientID != nil
        )
        let issuer = try choice.issuer(
            among: found?.authorizationServers ?? [own].compactMap(\.self),
            of: configuration.name
        )
        let server = try await exchange.authorizationServer(issuer)
        let scopes = ScopeChoice(
            configured: configuration.scopes,
            requested: kept?.issuer == issuer.text ? kept?.requested : nil,
            challenged: challenge?.scopes,
            supportedByResource: found?.scopes,
            supportedByIssuer: server.scopes,
            wantsRefresh: configuration.grant == .authorizationCode
        )
        let resource = found?.resource ?? configuration.server.origin + configuration.server.barePath
        return OAuthTarget(resource: resource, server: server, scopes: scopes.scopes)
    }

    /// Returns an authorization, for which Torii registers itself as a client if it must.
    func authorization(at target: OAuthTarget, redirectURI: String) async throws -> PendingAuthorization {
        let kept = state.withLock(\.credentials)
        let isKept = kept?.issuer == target.server.issuer.text && kept?.registeredRedirect == redirectURI
        let registration = try ClientRegistration(
            at: target.server,
            preregistered: configuration.clientID.map { OAuthClient(id: $0) },
            kept: isKept ? kept?.client : nil,
            document: configuration.clientDocument
        )
        let client: OAuthClient
        switch registration {
        case .known(let known), .document(let known): client = known
        case .dynamic(let endpoint):
            let request = ClientRegistration.request(
                redirectURI: redirectURI,
                scopes: target.scopes,
                method: .registered(supported: target.server.authenticationMethods)
            )
            client = try await exchange.register(at: endpoint, request)
        }
        return try PendingAuthorization(
            at: target.server,
            client: client,
            redirectURI: redirectURI,
            resource: target.resource,
            scopes: target.scopes
        )
    }
}
