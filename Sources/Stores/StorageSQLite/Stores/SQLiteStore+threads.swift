import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore {
    /// Creates a conversation without a turn.
    public func createConversation(_ conversation: ConversationRecord) async throws {
        try await write { db in try db.create(conversation) }
    }

    /// Replaces a conversation's metadata; false when there is no such conversation.
    public func setMetadata(_ metadata: [String: String], of conversation: String) async throws -> Bool {
        try await write { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: "SELECT * FROM conversation WHERE id = ?",
                    arguments: [conversation]
                )
            else { return false }
            var record = ConversationRecord(row: row)
            let formerBytes = record.metadataBytes
            record.metadata = metadata
            try db.execute(
                sql: "UPDATE conversation SET metadata = ?, byteCount = byteCount + ? WHERE id = ?",
                arguments: [try metadata.stored, record.metadataBytes - formerBytes, conversation]
            )
            return true
        }
    }

    /// Creates a conversation whose transcript is the beginning of another conversation's.
    public func copyEntries(
        of source: String,
        count: Int,
        to conversation: ConversationRecord
    ) async throws -> Bool {
        try await write { db in
            let state = try db.conversationState(source)
            guard state.owner == conversation.owner, count >= 0, count <= state.entryCount else { return false }
            try db.create(conversation)
            try db.execute(
                sql: """
                    INSERT INTO transcriptEntry (conversation, position, id, kind, json, supersededAt)
                        SELECT ?1, position, id, kind, json, CASE WHEN supersededAt < ?3 THEN supersededAt END
                        FROM transcriptEntry WHERE conversation = ?2 AND position < ?3
                    """,
                arguments: [conversation.id, source, count]
            )
            try db.execute(
                sql: """
                    UPDATE conversation SET turnCount = copy.turns, entryCount = copy.entries, byteCount = byteCount + copy.bytes
                        FROM (SELECT COALESCE(SUM(kind = ?1), 0) AS turns, COUNT(*) AS entries,
                            COALESCE(SUM(LENGTH(CAST(json AS BLOB))), 0) AS bytes FROM transcriptEntry WHERE conversation = ?2) AS copy
                        WHERE id = ?2
                    """,
                arguments: [TranscriptEntryRecord.promptKind, conversation.id]
            )
            return true
        }
    }
}

extension Database {
    /// Creates a conversation that no run opens.
    ///
    /// - Throws: ``StoreError`` if there is a conversation with this id.
    fileprivate func create(_ conversation: ConversationRecord) throws {
        try execute(
            sql: """
                INSERT INTO conversation (id, client, title, metadata, createdAt, updatedAt, byteCount) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING
                """,
            arguments: [
                conversation.id, conversation.owner.text, conversation.title, try conversation.metadata.stored,
                conversation.createdAt.milliseconds, conversation.updatedAt.milliseconds,
                ConversationRecord.bareBytes + conversation.metadataBytes,
            ]
        )
        if changesCount == 0 {
            throw StoreError(.conflict, "There is a conversation with this id already. Create it with another id.")
        }
    }
}

extension [String: String] {
    /// The pairs as JSON text; `nil` for none.
    fileprivate var stored: String? {
        get throws {
            if isEmpty { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// Makes the pairs from their JSON text; none if there is no text or it is damaged.
    init(stored: String?) {
        self = stored.flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) } ?? [:]
    }
}
