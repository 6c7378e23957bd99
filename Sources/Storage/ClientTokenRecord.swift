public import FoundationEssentials

/// A client's access token as it is stored: its hash, never the token.
public struct ClientTokenRecord: Sendable, Equatable, Identifiable {
    /// The client's id; conversations belong to it.
    public var id: String

    /// A name for people.
    public var name: String

    /// What the token opens, such as `client` or `admin`.
    public var kind: String

    /// A keyed hash of the token.
    public var hash: Data

    /// When the token was issued.
    public var createdAt: Date

    /// Makes a record.
    public init(id: String, name: String, kind: String, hash: Data, createdAt: Date) {
        self.id = id
        self.name = name
        self.kind = kind
        self.hash = hash
        self.createdAt = createdAt
    }
}
