/// An error about a client, a token, a limit or a price, in a sentence that a person can act on.
///
/// It never contains a secret.
public struct AccountsError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public enum Code: Hashable, Sendable {
        /// There is no client, or no token of the client, with the given id.
        case unknownClient
        /// A value for a client is not valid: an unknown scope, a limit below one, an expiry in the past.
        case invalidClient
        /// Another client has the name, or an id that starts with it.
        case clientNameTaken
        /// The change contradicts the present state, such as the removal of a token that the settings define.
        case conflict
        /// The price table cannot be parsed.
        case invalidPrices
    }

    /// The kind of failure.
    public var code: Code

    /// What happened and what to do next.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message alone.
    public var description: String { message }
}
