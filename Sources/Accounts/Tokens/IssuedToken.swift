public import Secrets

/// A newly issued token; no other copy of it exists.
public struct IssuedToken: Sendable {
    /// The client after the issue.
    public var client: ClientDescription

    /// The token's id, for its revocation.
    public var id: String

    /// The token, to be shown once.
    public var token: SecretString
}
