public import FoundationEssentials

/// The source of a signed token: the row of its issuer, and the state of that row.
///
/// Tokens of another state end: the row was changed or removed, or the issuer has dropped a key.
public struct TokenSource: Sendable, Hashable {
    /// The id of the issuer's row.
    public let issuer: String
    /// The number of the row's state in this process.
    let generation: Int
    /// The number of times that the issuer has dropped a key.
    let losses: Int
}

/// The ground on which a request by a signed token was admitted, and its end.
public struct TokenGrant: Sendable, Hashable {
    /// The source.
    public let source: TokenSource
    /// The time at which the token was issued; the distant past for one that does not say, which may be from before a sign-out.
    public let issuedAt: Date
    /// The time from which the token is refused.
    public let notAfter: Date
}
