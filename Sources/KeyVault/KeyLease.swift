public import Secrets

/// A key lent for one call to its upstream.
public struct KeyLease: Sendable {
    /// The id of the key, for logs and for the outcome.
    public var keyID: String

    /// The key itself.
    public var secret: SecretString

    /// Makes a lease, for callers that have a key from elsewhere, such as tests.
    public init(keyID: String, secret: SecretString) {
        self.keyID = keyID
        self.secret = secret
    }
}
