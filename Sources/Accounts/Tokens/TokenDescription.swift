public import FoundationEssentials
import Storage

/// What may be said about an access token.
public struct TokenDescription: Sendable, Equatable, Identifiable {
    /// The token's id.
    public var id: String

    /// The token's last four characters; nil for one that was issued before they were kept.
    public var lastFour: String?

    /// When it was issued.
    public var createdAt: Date

    /// From when on it is refused; nil for never.
    public var expiresAt: Date?

    init(_ record: ClientTokenRecord) {
        id = record.id
        lastFour = record.lastFour
        createdAt = record.createdAt
        expiresAt = record.expiresAt
    }
}
