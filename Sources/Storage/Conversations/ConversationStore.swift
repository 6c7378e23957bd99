public import FoundationEssentials

/// Where conversations and their transcripts are kept.
public protocol ConversationStore: Sendable {
    /// The conversation with this id, or nil.
    func conversation(_ id: String) async throws -> ConversationRecord?

    /// A conversation's transcript in order; empty for an unknown conversation.
    func entries(of conversation: String) async throws -> [TranscriptEntryRecord]

    /// A page of a conversation's transcript in order; empty after the last entry, and for an unknown conversation.
    ///
    /// - Parameters:
    ///   - position: The position of the page's first entry.
    ///   - byteLimit: The page ends with the entry that reaches this many bytes, so it holds at least one.
    func entries(
        of conversation: String,
        from position: Int,
        byteLimit: Int
    ) async throws -> [TranscriptEntryRecord]

    /// The size of a conversation and of everything that is stored of a client, without reading either.
    ///
    /// - Parameter conversation: The conversation's id; its part of the size is zero for `nil` and for an unknown one.
    func size(of conversation: String?, client: String) async throws -> StoredSize

    /// Makes or touches the conversation and appends a turn's entries, in one transaction that is durable on return.
    ///
    /// The entries get the positions from `expectedCount` on. An existing conversation keeps its client and `createdAt`.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when the transcript does not hold exactly `expectedCount` entries
    ///   (another turn got there first), or when the conversation belongs to another client. Nothing is written then.
    func commitTurn(
        _ conversation: ConversationRecord,
        appending entries: [TranscriptEntryRecord],
        expectedCount: Int
    ) async throws

    /// A client's conversations from a place in the list on, the latest continued first.
    /// - Parameter place: The last conversation of the page before; nil for the first page.
    func conversations(
        of client: String,
        after place: ConversationPlace?,
        limit: Int
    ) async throws -> [ConversationRecord]

    /// Deletes a conversation with its transcript, its runs and their events; false when there was none.
    func deleteConversation(_ id: String) async throws -> Bool

    /// Deletes conversations that were last continued before a time and have no run under way, as ``deleteConversation(_:)``.
    /// - Returns: How many were deleted, which is `limit` when there may be more.
    func deleteConversations(updatedBefore time: Date, limit: Int) async throws -> Int
}

extension ConversationStore {
    /// A client's conversations, the latest continued first.
    public func conversations(of client: String, limit: Int) async throws -> [ConversationRecord] {
        try await conversations(of: client, after: nil, limit: limit)
    }
}
