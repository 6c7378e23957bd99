public import FoundationEssentials

/// A store of conversations and their transcripts.
public protocol ConversationStore: Sendable {
    /// Returns the conversation with this id, or `nil`.
    func conversation(_ id: String) async throws -> ConversationRecord?

    /// Returns a conversation's transcript in order; empty for an unknown conversation.
    func entries(of conversation: String) async throws -> [TranscriptEntryRecord]

    /// Returns a page of a conversation's transcript in order; empty after the last entry, and for an unknown conversation.
    ///
    /// - Parameters:
    ///   - position: The position of the page's first entry.
    ///   - byteLimit: The page ends with the entry that reaches this many bytes, so it holds at least one.
    func entries(
        of conversation: String,
        from position: Int,
        byteLimit: Int
    ) async throws -> [TranscriptEntryRecord]

    /// Returns the size of a conversation and of all that is stored of an owner, without reading either.
    ///
    /// - Parameter conversation: The id of the conversation; for `nil` and for an unknown conversation, its part of the size is zero.
    func size(of conversation: String?, owner: Owner) async throws -> StoredSize

    /// Creates or updates the conversation and appends a turn's entries, in one transaction that is durable on return.
    ///
    /// The first entry gets the position `expectedCount`. An existing conversation keeps its owner and its `createdAt`.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the transcript does not have exactly `expectedCount` entries because
    ///   another turn was committed first, or if the conversation belongs to another owner. Nothing is written then.
    func commitTurn(
        _ conversation: ConversationRecord,
        appending entries: [TranscriptEntryRecord],
        expectedCount: Int
    ) async throws

    /// Creates a conversation without a turn, in a transaction that is durable on return.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if there is a conversation with this id.
    func createConversation(_ conversation: ConversationRecord) async throws

    /// Replaces a conversation's metadata and nothing else; false if there is no such conversation.
    func setMetadata(_ metadata: [String: String], of conversation: String) async throws -> Bool

    /// Replaces a conversation's title and nothing else; false if there is no such conversation.
    func setTitle(_ title: String, of conversation: String) async throws -> Bool

    /// Returns the turn of a run, or `nil`.
    func turn(ofRun run: String) async throws -> TurnRecord?

    /// Returns the last turns before a position.
    ///
    /// - Parameters:
    ///   - position: The ``TurnWindow/start`` of the window after it; `nil` for the end of the conversation.
    ///   - limit: The most messages of the user in the window. Turns without entries do not count; at most 200 of them are returned.
    func turns(of conversation: String, before position: Int?, limit: Int) async throws -> TurnWindow

    /// Creates a conversation whose transcript is the beginning of another conversation's, in one transaction that is durable on return.
    ///
    /// Entries that were replaced before the last copied one was added are copied as replaced ones.
    ///
    /// - Parameters:
    ///   - source: The id of the other conversation, which must belong to the same owner and stays as it is.
    ///   - count: The number of entries to copy.
    ///   - conversation: The new conversation.
    /// - Returns: False, and nothing is written, if the owner has no such conversation or it has fewer entries.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if there is a conversation with the new id.
    func copyEntries(of source: String, count: Int, to conversation: ConversationRecord) async throws -> Bool

    /// Returns an owner's conversations after a place in the list, the most recently continued first.
    /// - Parameter place: The place of the last conversation of the page before; `nil` for the first page.
    func conversations(
        of owner: Owner,
        after place: ConversationPlace?,
        limit: Int
    ) async throws -> [ConversationRecord]

    /// Looks for an owner's conversations that contain a text in the title or in a turn that was not replaced, the most recently continued
    /// first.
    ///
    /// A search never delays other work: it has its own connection, reads no more than its budget, and ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - folded: The text, folded by ``Swift/String/foldedForSearch``; not empty.
    ///   - place: The place where the page before ended; `nil` for the first page.
    ///   - limit: The most conversations on the page.
    ///   - byteLimit: The bytes after which the page ends with what was found. A text is read to its end, and each row counts
    ///     ``ConversationSearchPage/rowBytes`` more, so every page gets on.
    func search(
        of owner: Owner,
        for folded: String,
        from place: ConversationSearchPlace?,
        limit: Int,
        byteLimit: Int
    ) async throws -> ConversationSearchPage

    /// Deletes a conversation with its transcript, its runs and their events; false if there was none.
    func deleteConversation(_ id: String) async throws -> Bool

    /// Deletes conversations that were last continued before a time and have no unfinished run, as ``deleteConversation(_:)`` does.
    /// - Returns: The number of deleted conversations, which may be less than `limit` if they are large; unless it is zero, there may be more.
    func deleteConversations(updatedBefore time: Date, limit: Int) async throws -> Int
}

extension ConversationStore {
    /// Returns an owner's conversations, the most recently continued first.
    public func conversations(of owner: Owner, limit: Int) async throws -> [ConversationRecord] {
        try await conversations(of: owner, after: nil, limit: limit)
    }
}
