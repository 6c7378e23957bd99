/// The characters that a key of an upstream may have.
public enum KeyForm: Sendable {
    /// Printable ASCII without spaces, as API keys and tokens have it.
    case token

    /// Any characters without control characters: a password, or a text of several parts.
    case text
}
