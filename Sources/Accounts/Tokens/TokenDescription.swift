public import FoundationEssentials
import Storage

/// The public properties of an access token.
public struct TokenDescription: Sendable, Equatable, Identifiable {
    /// The token's id.
    public var id: String

    /// The token's last four characters; nil for a token from a version that did not store them.
    public var lastFour: String?

    /// The time of its issue.
    public var createdAt: Date

    /// The time from which it is refused; nil for never.
    public var expiresAt: Date?

    init(_ record: ClientTokenRecord) {
        id = record.id
        lastFour = record.lastFour
        createdAt = record.createdAt
        expiresAt = record.expiresAt
    }
}
