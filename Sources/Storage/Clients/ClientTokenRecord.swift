public import FoundationEssentials

/// A client's access token as it is stored: its hash, never the token.
public struct ClientTokenRecord: Sendable, Equatable, Identifiable {
    /// The token's id.
    public var id: String

    /// A keyed hash of the token.
    public var hash: Data

    /// The token's last four characters, for people; nil where they are not known.
    public var lastFour: String?

    /// When the token was issued.
    public var createdAt: Date

    /// From when on it is refused; nil for never.
    public var expiresAt: Date?

    /// Makes a record.
    public init(id: String, hash: Data, lastFour: String? = nil, createdAt: Date, expiresAt: Date? = nil) {
        self.id = id
        self.hash = hash
        self.lastFour = lastFour
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
