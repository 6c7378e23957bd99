public import FoundationEssentials

/// A place in a client's list of conversations, which is ordered by the time of the latest turn.
public struct ConversationPlace: Sendable, Equatable {
    /// When the conversation's latest turn was committed.
    public var updatedAt: Date

    /// The conversation's id, for those of one time.
    public var id: String

    /// Makes a place.
    public init(updatedAt: Date, id: String) {
        self.updatedAt = updatedAt
        self.id = id
    }
}
