public import FoundationEssentials

/// A conversation as it is stored: who owns it and when it was last continued.
public struct ConversationRecord: Sendable, Equatable {
    /// The conversation's id, unique over all clients.
    public var id: String

    /// The id of the client it belongs to; no other client may see or continue it.
    public var client: String

    /// The beginning of its first message, as a list shows it; nil for a conversation from before there were titles.
    ///
    /// It is set when the conversation is made and never changed.
    public var title: String?

    /// When its first turn was asked for.
    public var createdAt: Date

    /// When its latest turn was committed; when its first turn was asked for, as long as that has not ended.
    public var updatedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(id: String, client: String, title: String? = nil, createdAt: Date, updatedAt: Date) {
        self.id = id
        self.client = client
        self.title = title
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

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
