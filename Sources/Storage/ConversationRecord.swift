public import FoundationEssentials

/// A conversation as it is stored: who owns it and when it was last continued.
public struct ConversationRecord: Sendable, Equatable {
    /// The conversation's id, unique over all clients.
    public var id: String

    /// The id of the client it belongs to; no other client may see or continue it.
    public var client: String

    /// When its first turn was committed.
    public var createdAt: Date

    /// When its latest turn was committed.
    public var updatedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(id: String, client: String, createdAt: Date, updatedAt: Date) {
        self.id = id
        self.client = client
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
