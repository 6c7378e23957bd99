public import Secrets

/// A token that was just issued; there is no other copy of it.
public struct IssuedToken: Sendable {
    /// The client as it is now.
    public var client: ClientDescription

    /// The token's id, by which it can be revoked.
    public var id: String

    /// The token itself, to be shown this once.
    public var token: SecretString
}
