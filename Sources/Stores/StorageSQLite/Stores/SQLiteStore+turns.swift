import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore {
    /// The most turns without entries in a window.
    private static let mostTurns = 200

    /// Replaces a conversation's title; false when there is no such conversation.
    public func setTitle(_ title: String, of conversation: String) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE conversation SET title = ? WHERE id = ?",
                arguments: [title, conversation]
            )
            return db.changesCount > 0
        }
    }

    /// Returns the turn of a run, or `nil`.
    public func turn(ofRun run: String) async throws -> TurnRecord? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM turn WHERE run = ?", arguments: [run]).map(TurnRecord.init(row:))
        }
    }

    /// Returns the last turns before a position.
    public func turns(of conversation: String, before position: Int?, limit: Int) async throws -> TurnWindow {
        try await read { db in
            let end = position ?? Int.max
            let limit = max(1, limit)
            let prompts = try Int.fetchAll(
                db,
                sql: """
                    SELECT position FROM transcriptEntry
                    WHERE conversation = ? AND position < ? AND kind = ? AND supersededAt IS NULL
                    ORDER BY position DESC LIMIT ?
                    """,
                arguments: [conversation, end, TranscriptEntryRecord.promptKind, limit + 1]
            )
            let start = prompts.count > limit ? prompts[limit - 1] : 0
            let entries = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, position, kind, json, supersededAt FROM transcriptEntry
                    WHERE conversation = ? AND position >= ? AND position < ? AND kind IN (?, ?) AND supersededAt IS NULL
                    ORDER BY position
                    """,
                arguments: [
                    conversation, start, end, TranscriptEntryRecord.promptKind, TranscriptEntryRecord.responseKind,
                ]
            )
            let turns = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM turn WHERE conversation = ? AND position >= ? AND position < ? AND supersededAt IS NULL
                    ORDER BY position DESC, sequence DESC LIMIT ?
                    """,
                arguments: [conversation, start, end, limit + Self.mostTurns]
            )
            return TurnWindow(
                start: start,
                entries: entries.map(TranscriptEntryRecord.init(row:)),
                turns: turns.reversed().map(TurnRecord.init(row:))
            )
        }
    }

    /// Returns the status of the latest run of each conversation.
    public func latestStatuses(of conversations: [String]) async throws -> [String: RunStatus] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT status FROM run WHERE conversation = ? ORDER BY createdAt DESC, id DESC LIMIT 1"
            )
            var statuses: [String: RunStatus] = [:]
            for conversation in conversations {
                let status = try String.fetchOne(statement, arguments: [conversation])
                statuses[conversation] = status.flatMap(RunStatus.init(rawValue:))
            }
            return statuses
        }
    }
}

extension Database {
    /// Stores the details of a run's turn, and marks what it replaces; does nothing if the conversation does not exist.
    ///
    /// - Parameters:
    ///   - turn: The turn, if the run added one.
    func store(_ details: TurnDetails, of conversation: String, turn: TurnCommit?) throws {
        guard let count = try conversationState(conversation).countIfStored else { return }
        let position = turn?.expectedCount ?? count
        if let replaced = details.replaces { try supersede(replaced, in: conversation, at: position) }
        try cachedStatement(
            sql: """
                INSERT INTO turn (run, conversation, position, entryCount, model, status, createdAt, endedAt, content)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run) DO NOTHING
                """
        ).execute(
            arguments: [
                details.run, conversation, position, turn?.entries.count ?? 0, details.model, details.status.rawValue,
                details.createdAt.milliseconds, details.endedAt.milliseconds, details.content,
            ]
        )
        guard changesCount > 0 else { return }
        try cachedStatement(sql: "INSERT INTO turnText (turn, folded) VALUES (?, ?)").execute(
            arguments: [lastInsertedRowID, details.searchText]
        )
        try cachedStatement(sql: "UPDATE conversation SET byteCount = byteCount + ? WHERE id = ?").execute(
            arguments: [details.byteCount, conversation]
        )
    }

    /// Marks a run's turn and all turns after it as replaced by the turn at a position.
    private func supersede(_ run: String, in conversation: String, at position: Int) throws {
        let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT sequence, position FROM turn WHERE run = ? AND conversation = ?"),
            arguments: [run, conversation]
        )
        guard let row else { return }
        try execute(
            sql: """
                UPDATE transcriptEntry SET supersededAt = ?
                WHERE conversation = ? AND position >= ? AND position < ? AND supersededAt IS NULL
                """,
            arguments: [position, conversation, row["position"] as Int, position]
        )
        try execute(
            sql: "UPDATE turn SET supersededAt = ? WHERE conversation = ? AND sequence >= ? AND supersededAt IS NULL",
            arguments: [position, conversation, row["sequence"] as Int]
        )
    }
}

extension ConversationState {
    /// The number of entries; `nil` if there is no such conversation.
    fileprivate var countIfStored: Int? { owner == nil ? nil : entryCount }
}

extension TurnRecord {
    fileprivate init(row: Row) {
        self.init(
            conversation: row["conversation"],
            position: row["position"],
            entryCount: row["entryCount"],
            supersededAt: row["supersededAt"],
            details: TurnDetails(
                run: row["run"],
                model: row["model"],
                status: RunStatus(rawValue: row["status"]) ?? .interrupted,
                createdAt: Date(milliseconds: row["createdAt"]),
                endedAt: Date(milliseconds: row["endedAt"]),
                content: row["content"],
                searchText: ""
            )
        )
    }
}
