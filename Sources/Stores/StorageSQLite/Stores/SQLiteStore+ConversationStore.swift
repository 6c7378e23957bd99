public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ConversationStore {
    /// Returns the conversation with this id, or `nil`.
    public func conversation(_ id: String) async throws -> ConversationRecord? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM conversation WHERE id = ?", arguments: [id])
                .map(ConversationRecord.init(row:))
        }
    }

    /// Returns a conversation's transcript in order.
    public func entries(of conversation: String) async throws -> [TranscriptEntryRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT id, position, kind, json, supersededAt FROM transcriptEntry WHERE conversation = ? ORDER BY position",
                arguments: [conversation]
            ).map(TranscriptEntryRecord.init(row:))
        }
    }

    /// Returns a page of a conversation's transcript in order.
    public func entries(
        of conversation: String,
        from position: Int,
        byteLimit: Int
    ) async throws -> [TranscriptEntryRecord] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, position, kind, json, supersededAt FROM transcriptEntry WHERE conversation = ? AND position >= ?
                    ORDER BY position
                    """,
                arguments: [conversation, position]
            )
            var page: [TranscriptEntryRecord] = []
            var bytes = 0
            while bytes < byteLimit, let row = try rows.next() {
                let entry = TranscriptEntryRecord(row: row)
                bytes += entry.json.utf8.count
                page.append(entry)
            }
            return page
        }
    }

    /// Returns the size of a conversation and of all that is stored of an owner.
    public func size(of conversation: String?, owner: Owner) async throws -> StoredSize {
        let keys = KeptSizes.Key.keys(of: conversation, owner: owner)
        let kept = sizeKeeper?.kept(keys)
        if let sizes = kept?.sizes { return StoredSize(sizes, of: conversation, owner: owner) }
        let found = try await read { db in try db.sizes(of: keys) }
        if let kept { sizeKeeper?.keep(found, since: kept.dropCount) }
        return StoredSize(found, of: conversation, owner: owner)
    }

    /// Creates or updates the conversation and appends a turn's entries, in one transaction.
    public func commitTurn(
        _ conversation: ConversationRecord,
        appending entries: [TranscriptEntryRecord],
        expectedCount: Int
    ) async throws {
        let turn = TurnCommit(conversation: conversation, entries: entries, expectedCount: expectedCount)
        try await write { db in
            if let misfit = try db.conversationState(conversation.id).misfit(of: turn) { throw misfit.error }
            try db.commit(turn)
        }
    }

    /// Returns an owner's conversations after a place in the list, the most recently continued first.
    public func conversations(
        of owner: Owner,
        after place: ConversationPlace?,
        limit: Int
    ) async throws -> [ConversationRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM conversation WHERE client = ? AND (updatedAt, id) < (?, ?)
                    ORDER BY updatedAt DESC, id DESC LIMIT ?
                    """,
                // The default is a place before all others.
                arguments: [
                    owner.text, place?.updatedAt.milliseconds ?? .max, place?.id ?? "", max(0, limit),
                ]
            ).map(ConversationRecord.init(row:))
        }
    }

    /// Deletes a conversation with its transcript, its runs and their events; false when there was none.
    public func deleteConversation(_ id: String) async throws -> Bool {
        let count = try await write { db in
            try db.execute(sql: "DELETE FROM run WHERE conversation = ?", arguments: [id])
            try db.deleteLateOutputs(ofConversation: id)
            try db.execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [id])
            return db.changesCount
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count > 0
    }

    /// Deletes conversations that were last continued before a time, as ``deleteConversation(_:)`` does.
    public func deleteConversations(updatedBefore time: Date, limit: Int) async throws -> Int {
        let count = try await write { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, byteCount FROM conversation WHERE updatedAt < ? AND NOT EXISTS (
                        SELECT 1 FROM run WHERE conversation = conversation.id AND \(Schema.runIsUnfinished))
                    ORDER BY updatedAt LIMIT ?
                    """,
                arguments: [time.milliseconds, max(0, limit)]
            )
            var bytes = 0
            // Few bytes at a time do not block the store for others, but at least one conversation.
            let ids = rows.prefix { row in
                defer { bytes += row["byteCount"] as Int }
                return bytes < 4 << 20
            }.map { $0["id"] as String }
            for id in ids {
                try db.execute(sql: "DELETE FROM run WHERE conversation = ?", arguments: [id])
                try db.deleteLateOutputs(ofConversation: id)
                try db.execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [id])
            }
            return ids.count
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count
    }
}

extension Database {
    /// Reads the facts that decide whether a turn fits.
    func conversationState(_ id: String) throws -> ConversationState {
        let owner = try String.fetchOne(
            cachedStatement(sql: "SELECT client FROM conversation WHERE id = ?"),
            arguments: [id]
        ).map(Owner.init(stored:))
        let count = try Int.fetchOne(
            cachedStatement(
                sql: "SELECT COALESCE(MAX(position) + 1, 0) FROM transcriptEntry WHERE conversation = ?"
            ),
            arguments: [id]
        )
        return ConversationState(owner: owner, entryCount: count ?? 0)
    }

    /// Creates a conversation without a turn, unless it exists.
    func open(_ conversation: ConversationRecord) throws {
        try cachedStatement(
            sql: """
                INSERT INTO conversation (id, client, title, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING
                """
        ).execute(
            arguments: [
                conversation.id, conversation.owner.text, conversation.title, conversation.createdAt.milliseconds,
                conversation.updatedAt.milliseconds,
            ]
        )
    }

    /// Appends a turn that fits to its conversation, which is created if necessary.
    func commit(_ turn: TurnCommit) throws {
        let conversation = turn.conversation
        try cachedStatement(
            sql: """
                INSERT INTO conversation (id, client, title, createdAt, updatedAt, turnCount, entryCount, byteCount)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET updatedAt = excluded.updatedAt, title = COALESCE(title, excluded.title),
                    turnCount = turnCount + excluded.turnCount, entryCount = entryCount + excluded.entryCount, byteCount = byteCount + excluded.byteCount
                """
        ).execute(
            arguments: [
                conversation.id, conversation.owner.text, conversation.title, conversation.createdAt.milliseconds,
                conversation.updatedAt.milliseconds, turn.turnCount, turn.entries.count, turn.byteCount,
            ]
        )
        let insert = try cachedStatement(
            sql: "INSERT INTO transcriptEntry (conversation, position, id, kind, json) VALUES (?, ?, ?, ?, ?)"
        )
        for (offset, entry) in turn.entries.enumerated() {
            try insert.execute(
                arguments: [conversation.id, turn.expectedCount + offset, entry.id, entry.kind, entry.json]
            )
        }
        try markSeen(turn.seenOutputs, in: conversation)
    }
}

extension TranscriptEntryRecord {
    /// Makes a record from a row with all columns.
    init(row: Row) {
        self.init(
            id: row["id"],
            position: row["position"],
            kind: row["kind"],
            json: row["json"],
            supersededAt: row["supersededAt"]
        )
    }
}

extension ConversationRecord {
    /// Makes a record from a row with all columns.
    init(row: Row) {
        self.init(
            id: row["id"],
            owner: Owner(stored: row["client"]),
            title: row["title"],
            metadata: .init(stored: row["metadata"]),
            createdAt: Date(milliseconds: row["createdAt"]),
            updatedAt: Date(milliseconds: row["updatedAt"])
        )
    }
}
