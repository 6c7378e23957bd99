/// Where conversations and their transcripts are kept.
public protocol ConversationStore: Sendable {
    /// The conversation with this id, or nil.
    func conversation(_ id: String) async throws -> ConversationRecord?

    /// A conversation's transcript in order; empty for an unknown conversation.
    func entries(of conversation: String) async throws -> [TranscriptEntryRecord]

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

    /// A client's conversations, the latest continued first.
    func conversations(of client: String, limit: Int) async throws -> [ConversationRecord]

    /// Deletes a conversation with its transcript; false when there was none.
    func deleteConversation(_ id: String) async throws -> Bool
}
