/// A failure concerning a client, a token, a limit or a price, described by a sentence that a person can act on.
///
/// The sentence never holds a secret.
public struct AccountsError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that branch on it.
    public enum Code: Hashable, Sendable {
        /// There is no client with this id, or the client has no token with this id.
        case unknownClient
        /// A client's setting is invalid: an unknown scope, a limit below one, an expiry in the past, an issuer without a binding.
        case invalidClient
        /// Another client has the name, or an id that starts with it.
        case clientNameTaken
        /// The change contradicts the present state, such as deleting a client whose token is in the settings.
        case conflict
        /// There is no issuer with this id or name.
        case unknownIssuer
        /// The documents of an issuer cannot be read.
        case issuerUnreadable
        /// The price table cannot be parsed.
        case invalidPrices
    }

    /// The kind of failure.
    public var code: Code

    /// A sentence that explains the failure and the remedy.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
