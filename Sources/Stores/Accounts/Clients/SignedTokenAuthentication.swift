package import Crypto
import KeyVault
import SignedTokens
import Synchronization

/// The check of tokens that other issuers have signed, for users of clients.
package protocol SignedTokenAuthentication: Sendable {
    /// Whether any issuer is configured.
    var isNeeded: Bool { get }

    /// Returns the result of authenticating a text in the form of a signed token.
    ///
    /// - Parameters:
    ///   - hash: The keyed hash of the text.
    ///   - clients: The clients whose users the tokens name.
    ///   - obstacle: Asked about a user that would be new.
    /// - Throws: The error of the user's admission.
    func authenticate(
        _ presented: String,
        hash: HMAC<SHA256>.MAC,
        by clients: Clients,
        obstacle: @escaping Users.Obstacle
    ) async throws -> Authentication

    /// The numbers of the checks so far.
    var figures: TokenFigures { get }

    /// Whether a token that was admitted on this ground is still accepted, apart from its end.
    func accepts(_ source: TokenSource) -> Bool
}

extension Clients {
    /// Whether a text has the form of a signed token (RFC 7515 §3.1): three parts, of which the first one starts a JSON object.
    package static func isSigned(_ presented: String) -> Bool {
        guard presented.utf8.starts(with: "ey".utf8), presented.utf8.count <= CompactToken.longest else { return false }
        return presented.utf8.lazy.filter { $0 == UInt8(ascii: ".") }.count == 2
    }

    /// The numbers of the checks of signed tokens; `nil` if none are accepted.
    package var tokenFigures: TokenFigures? { signedTokens.withLock { $0 }?.figures }

    /// Whether the issuers decide about a text, and count it.
    package func isForIssuers(_ presented: String) -> Bool {
        Self.isSigned(presented) && signedTokens.withLock { $0 }?.isNeeded == true
    }

    /// Accepts the tokens of issuers, too.
    package func accept(_ tokens: any SignedTokenAuthentication) { signedTokens.withLock { $0 = tokens } }

    /// Returns the result of authenticating a text in the form of a signed token.
    ///
    /// - Parameter obstacle: Asked about a user that would be new.
    /// - Returns: `nil` for other texts, and if there is no issuer; ``authenticate(_:)`` then decides.
    /// - Throws: The error of the user's admission.
    package func authenticate(
        signed presented: String,
        obstacle: @escaping Users.Obstacle = { _ in nil }
    ) async throws -> Authentication? {
        guard Self.isSigned(presented), let tokens = signedTokens.withLock({ $0 }), tokens.isNeeded else { return nil }
        var text = presented
        let hash = text.withUTF8 { bytes in
            HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: vault.tokenKey)
        }
        // An operator may have chosen a client's token of this form.
        let time = vault.now()
        let result = directory.withLock { $0.holder(of: hash, at: time) }
        guard result == .unknown else { return result }
        return try await tokens.authenticate(presented, hash: hash, by: self, obstacle: obstacle)
    }
}
