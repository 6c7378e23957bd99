/// The result of authenticating a presented token.
///
/// Only the holder of a genuine token can learn that it is expired or revoked.
public enum Authentication: Sendable, Equatable {
    /// The token is valid for this client.
    case accepted(Principal)

    /// The token is genuine but expired.
    case expired

    /// The token belongs to a revoked client.
    case revoked

    /// The token is unknown or was removed.
    case unknown

    /// The token is a genuine one of an issuer, and is refused for this reason.
    case refused(String)

    /// The keys of the token's issuer cannot be read now.
    case unavailable(retryAfterSeconds: Int)

    /// The client, if the token is valid.
    public var client: Principal? {
        if case .accepted(let client) = self { client } else { nil }
    }
}
