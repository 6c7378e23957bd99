/// The steps of a check, in their order.
public enum TokenStep: Int, Sendable, CaseIterable {
    /// The size of the token and its three parts.
    case shape = 1
    /// The header.
    case header
    /// The claims as JSON.
    case claims
    /// The row of the issuer.
    case issuer
    /// The key.
    case key
    /// The signature.
    case signature
    /// The times.
    case time
    /// The kind of token, the tenant and required claims.
    case binding
    /// The proof of a sender's key.
    case sender
    /// The user.
    case user
}
