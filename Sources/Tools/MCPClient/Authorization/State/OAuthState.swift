import AgentTools
import Foundation
import Secrets
import StreamingJSON

/// The decisions about the tokens of one MCP server: when to use, to refresh and to obtain one, and when to give up.
struct OAuthState: Sendable {
    /// The number of tokens in a row that the server may refuse.
    static let mostRefusedTokens = 3
    /// The seconds before its expiry at which a token is refreshed.
    static let margin: Double = 30
    /// The seconds for which a failure is repeated without asking the servers again.
    static let pause: Double = 15

    /// The credentials of the latest token.
    private(set) var credentials: OAuthCredentials?
    /// The server's latest challenge, which names the scopes for the next authorization.
    private(set) var challenge: BearerChallenge?
    /// The number of tokens so far, which identifies the latest one.
    private var count = 0
    /// The number of tokens since the last one that the server accepted.
    private var refusedTokens = 0
    private var wasRefreshed = false
    private var failure: (OAuthFailure, until: Date)?

    /// The name of the latest token in leases.
    var tokenID: String { "token \(count)" }

    /// The credentials to send with a request.
    enum Use: Sendable, Equatable {
        case nothing
        case token(SecretString, id: String)
        case refresh
    }

    /// Returns what to send with the next request.
    func use(at now: Date) -> Use {
        guard let credentials else { return .nothing }
        if let end = credentials.expiresAt, end <= now.addingTimeInterval(Self.margin) {
            if credentials.refreshToken != nil { return .refresh }
            if end <= now { return .nothing }
        }
        return .token(credentials.accessToken, id: tokenID)
    }

    /// The reaction to a refused request.
    enum Reaction: Sendable, Equatable {
        /// The refusal is not about the token.
        case ignore
        /// There is a newer token.
        case `repeat`
        /// Another token is necessary.
        case obtain
        case fail(OAuthFailure)
    }

    /// Returns the reaction to a refused request.
    ///
    /// - Parameters:
    ///   - sent: The name of the token that was sent; `nil` for none.
    ///   - server: The name of the server, for the texts of errors.
    mutating func react(to refusal: MCPRefusal, sent: String?, server: String, at now: Date) -> Reaction {
        let challenge = BearerChallenge(fields: refusal.challenges)
        let isAboutScopes = refusal.status == 403 && challenge?.error == "insufficient_scope"
        guard refusal.status == 401 || isAboutScopes else { return .ignore }
        if case .token(_, let id) = use(at: now), sent != id { return .repeat }
        if isAboutScopes, sent == tokenID, let missing = challenge?.scopes,
            credentials?.requested?.contains(missing) ?? false
        {
            return .fail(
                OAuthFailure(
                    .refused,
                    "The MCP server '\(server)' requires the scopes \(missing.text.excerpt(upTo: 200)), which its token does not have "
                        + "although Torii requested them. Ask the server's operator for the permission."
                )
            )
        }
        guard refusedTokens < Self.mostRefusedTokens else {
            // The next request starts a new count.
            refusedTokens = 0
            return .fail(
                OAuthFailure(
                    .refused,
                    "The MCP server '\(server)' refused \(Self.mostRefusedTokens) new tokens one after another. Run 'torii tools "
                        + "authorize \(server)', and report it to the server's operator if that does not help."
                )
            )
        }
        self.challenge = challenge
        if let failure, now < failure.until { return .fail(failure.0) }
        return .obtain
    }

    /// The way to the next token.
    enum Way: Sendable, Equatable {
        case refresh, client, ask, leaveToOperator
    }

    /// Returns the way to the next token.
    ///
    /// - Parameters:
    ///   - issuer: The authorization server that the MCP server names now.
    ///   - canAsk: Whether somebody can open the authorization page now.
    func way(at issuer: String, grant: OAuthConfiguration.Grant, canAsk: Bool) -> Way {
        let isExpansion = challenge?.error == "insufficient_scope"
        // A refreshed token that was refused too is not refreshed again.
        if let credentials, credentials.issuer == issuer, credentials.refreshToken != nil, !isExpansion,
            !(wasRefreshed && refusedTokens > 0)
        {
            return .refresh
        }
        return grant == .clientCredentials ? .client : canAsk ? .ask : .leaveToOperator
    }

    /// Records that the server accepted a request with a token.
    mutating func recordAcceptance(of id: String?) {
        if id == tokenID { refusedTokens = 0 }
    }

    /// Records credentials with a new token.
    mutating func record(_ credentials: OAuthCredentials, refreshed: Bool) {
        self.credentials = credentials
        count += 1
        refusedTokens += 1
        wasRefreshed = refreshed
        failure = nil
        if !refreshed { challenge = nil }
    }

    /// Records the credentials of an earlier process, unless there are newer ones.
    mutating func restore(_ credentials: OAuthCredentials?) {
        guard let credentials, self.credentials == nil else { return }
        self.credentials = credentials
        count += 1
    }

    /// Records that the refresh token is not valid any more.
    mutating func dropRefreshToken() { credentials?.refreshToken = nil }

    /// Records a failure, which is repeated for a while.
    mutating func record(_ failure: OAuthFailure, at now: Date) {
        self.failure = (failure, now.addingTimeInterval(Self.pause))
    }
}
