/// Keys that a call needs together.
public struct SecurityAlternative: Sendable, Hashable {
    /// One way to send a key.
    public enum Member: Sendable, Hashable {
        /// `Authorization: Bearer`.
        case bearer
        /// A header field.
        case header(String)
        /// A query parameter.
        case query(String)
        /// A cookie.
        case cookie(String)
        /// A user and a password.
        case basic
        /// OAuth 2 with client credentials at a token URL.
        case clientCredentials(token: String, scopes: [String])
    }

    /// The members with the names of their security schemes.
    public let members: [(scheme: String, member: Member)]
    /// Remarks that a person must read before the first call.
    public let remarks: [String]

    /// Returns whether both need the same keys in the same places.
    public static func == (left: Self, right: Self) -> Bool {
        left.members.map(\.member) == right.members.map(\.member)
    }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(members.map(\.member)) }
}
