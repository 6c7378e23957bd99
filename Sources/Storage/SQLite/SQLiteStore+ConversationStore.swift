import FoundationEssentials
import GRDB

extension SQLiteStore: ConversationStore {
    /// The conversation with this id, or nil.
    public func conversation(_ id: String) async throws -> ConversationRecord? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM conversation WHERE id = ?", arguments: [id])
                .map(ConversationRecord.init(row:))
        }
    }

    /// A conversation's transcript in order.
    public func entries(of conversation: String) async throws -> [TranscriptEntryRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT id, position, kind, json FROM transcriptEntry WHERE conversation = ? ORDER BY position",
                arguments: [conversation]
            ).map { row in
                TranscriptEntryRecord(id: row["id"], position: row["position"], kind: row["kind"], json: row["json"])
            }
        }
    }

    /// Makes or touches the conversation and appends a turn's entries, in one transaction.
    public func commitTurn(
        _ conversation: ConversationRecord,
        appending entries: [TranscriptEntryRecord],
        expectedCount: Int
    ) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO conversation (id, client, createdAt, updatedAt) VALUES (?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET updatedAt = excluded.updatedAt WHERE client = excluded.client
                    """,
                arguments: [
                    conversation.id, conversation.client, conversation.createdAt.milliseconds,
                    conversation.updatedAt.milliseconds,
                ]
            )
            guard db.changesCount == 1 else {
                throw StoreError(.conflict, "The conversation belongs to another client. Start a new one.")
            }
            let count = try Int.fetchOne(
                db,
                sql: "SELECT COALESCE(MAX(position) + 1, 0) FROM transcriptEntry WHERE conversation = ?",
                arguments: [conversation.id]
            )
            guard count == expectedCount else {
                throw StoreError(
                    .conflict,
                    "Another turn of the conversation was committed first. Send this one again."
                )
            }
            let insert = try db.makeStatement(
                sql: "INSERT INTO transcriptEntry (conversation, position, id, kind, json) VALUES (?, ?, ?, ?, ?)"
            )
            for (offset, entry) in entries.enumerated() {
                try insert.execute(
                    arguments: [conversation.id, expectedCount + offset, entry.id, entry.kind, entry.json]
                )
            }
        }
    }

    /// A client's conversations, the latest continued first.
    public func conversations(of client: String, limit: Int) async throws -> [ConversationRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM conversation WHERE client = ? ORDER BY updatedAt DESC, id LIMIT ?",
                arguments: [client, max(0, limit)]
            ).map(ConversationRecord.init(row:))
        }
    }

    /// Deletes a conversation with its transcript; false when there was none.
    public func deleteConversation(_ id: String) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [id])
            return db.changesCount > 0
        }
    }
}

extension ConversationRecord {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"],
            client: row["client"],
            createdAt: Date(milliseconds: row["createdAt"]),
            updatedAt: Date(milliseconds: row["updatedAt"])
        )
    }
}
