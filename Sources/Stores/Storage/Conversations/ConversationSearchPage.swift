/// A place in a search of an owner's conversations: behind a conversation, or within one that was not read to its end.
public struct ConversationSearchPlace: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationPlace

    /// The last turn that was read; `nil` if the search is done with the conversation.
    public var turn: Int64?

    /// Makes a place.
    public init(_ conversation: ConversationPlace, turn: Int64? = nil) {
        self.conversation = conversation
        self.turn = turn
    }
}

/// The results that a search found within its limits.
public struct ConversationSearchPage: Sendable, Equatable {
    /// The conversations, which may be none although there is more to read.
    public var conversations: [ConversationRecord]

    /// The place where the next page starts; `nil` if everything was read.
    public var next: ConversationSearchPlace?

    /// The bytes that each conversation and each turn counts beside its text, by what it costs to find it.
    public static var rowBytes: Int { 2048 }

    /// Makes a page.
    public init(conversations: [ConversationRecord] = [], next: ConversationSearchPlace? = nil) {
        self.conversations = conversations
        self.next = next
    }
}
