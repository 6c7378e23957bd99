/// The kinds of issuers of tokens for the users of a client.
public enum IssuerKind: String, Sendable, CaseIterable {
    /// An OpenID provider, or another server that publishes its keys.
    case openID = "openid"
    /// The app's backend, which signs with private keys and sends only the public ones.
    case key
    /// The app's backend with a secret that the server made.
    case secret
}
