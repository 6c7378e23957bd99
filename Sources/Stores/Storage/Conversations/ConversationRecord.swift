public import FoundationEssentials

/// A stored conversation: its owner and the time at which it was last continued.
public struct ConversationRecord: Sendable, Equatable {
    /// The conversation's id, unique over all owners.
    public var id: String

    /// The owner; no other owner may see or continue it.
    public var owner: Owner

    /// The beginning of its first message, for lists; `nil` for a conversation from before there were titles.
    ///
    /// It is set when the conversation gets its first message and never changed.
    public var title: String?

    /// The pairs that its owner stores with it: at most 16, with names of 64 and values of 512 characters.
    ///
    /// The caller checks these limits. A turn never changes the pairs.
    public var metadata: [String: String]

    /// The time at which its first turn was requested.
    public var createdAt: Date

    /// The time at which its latest turn was committed; until the first turn has ended, the time at which that was requested.
    public var updatedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(
        id: String,
        owner: Owner,
        title: String? = nil,
        metadata: [String: String] = [:],
        createdAt: Date,
        updatedAt: Date
    ) {
        self.id = id
        self.owner = owner
        self.title = title
        self.metadata = metadata
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The bytes that the metadata counts toward the size of the conversation.
    package var metadataBytes: Int { metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }

    /// The bytes that a conversation counts toward its size because it was created without a turn or as a copy.
    ///
    /// No run counts for such a conversation, so without them an owner could create any number.
    package static var bareBytes: Int { 512 }
}

/// A place in an owner's list of conversations, which is ordered by the time of the latest turn.
public struct ConversationPlace: Sendable, Equatable {
    /// The time at which the conversation's latest turn was committed.
    public var updatedAt: Date

    /// The conversation's id, which orders conversations with the same time.
    public var id: String

    /// Makes a place.
    public init(updatedAt: Date, id: String) {
        self.updatedAt = updatedAt
        self.id = id
    }
}
