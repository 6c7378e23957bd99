public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: RunStore {
    /// Stores what is new of several runs, in one transaction.
    public func write(_ writes: [RunWrite]) async throws -> Set<String> {
        try await write { db in
            var misfits: Set<String> = []
            for write in writes {
                if try !db.store(write) { misfits.insert(write.record.id) }
            }
            let callers = Set(writes.lazy.map(\.record).filter { $0.tool != nil && $0.status.isOver }.map(\.owner))
            for owner in callers { try db.deleteSurplusCalls(of: owner) }
            return misfits
        }
    }

    /// Writes a page of the database to the disk, as it is.
    public func verifyWritable() async throws {
        try await write { db in
            // Setting the number writes its page even if the number is the same.
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Returns the run with this id, or `nil`.
    public func run(_ id: String) async throws -> RunRecord? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM run WHERE id = ?", arguments: [id]).map(RunRecord.init(row:))
        }
    }

    /// Returns the latest run that this owner requested under this key, or `nil`.
    public func run(of owner: Owner, idempotencyKey: String) async throws -> RunRecord? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM run WHERE client = ? AND idempotencyKey = ? AND idempotencyKey IS NOT NULL
                    ORDER BY createdAt DESC LIMIT 1
                    """,
                arguments: [owner.text, idempotencyKey]
            ).map(RunRecord.init(row:))
        }
    }

    /// Stores a request that answered a waiting run; an answer that is stored under its key already stays as it is.
    public func saveKeyedAnswer(_ answer: KeyedAnswer) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO messageDecision (client, idempotencyKey, request, run, sequence) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    answer.owner.text, answer.idempotencyKey, answer.request, answer.run, answer.sequence,
                ]
            )
        }
    }

    /// Returns this owner's answer under this key, or `nil`.
    public func keyedAnswer(of owner: Owner, idempotencyKey: String) async throws -> KeyedAnswer? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT * FROM messageDecision WHERE client = ? AND idempotencyKey = ?",
                arguments: [owner.text, idempotencyKey]
            ).map { row in
                KeyedAnswer(
                    owner: Owner(stored: row["client"]),
                    idempotencyKey: row["idempotencyKey"],
                    request: row["request"],
                    run: row["run"],
                    sequence: row["sequence"]
                )
            }
        }
    }

    /// Returns the runs that processes have left unfinished, in the order of their requests.
    public func unfinishedRuns(of left: LeftWork) async throws -> [RunRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM run WHERE \(Schema.runIsUnfinished) AND \(LeftWork.condition)
                    ORDER BY createdAt, id
                    """,
                arguments: left.arguments
            ).map(RunRecord.init(row:))
        }
    }

    /// Returns runs that have not ended and belong to other nodes, by their ids, the least first.
    public func unfinishedRuns(
        besides node: NodeID,
        of owner: Owner?,
        in conversation: String?,
        after id: String?,
        limit: Int
    ) async throws -> [RunRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM run WHERE \(Schema.runIsUnfinished) AND node <> ?
                        AND client = COALESCE(?, client) AND conversation = COALESCE(?, conversation) AND id > ?
                    ORDER BY id LIMIT ?
                    """,
                arguments: [node.description, owner?.text, conversation, id ?? "", max(0, limit)]
            ).map(RunRecord.init(row:))
        }
    }

    /// Returns the numbers of runs that have not ended, by their statuses.
    public func countsOfUnfinishedRuns(besides node: NodeID?) async throws -> [RunStatus: Int] {
        try await read(on: aside) { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT status, COUNT(*) AS count FROM run
                    WHERE \(Schema.runIsUnfinished) AND node <> COALESCE(?, '') GROUP BY status
                    """,
                arguments: [node?.description]
            )
            return rows.reduce(into: [:]) { counts, row in
                if let status = RunStatus(rawValue: row["status"]) { counts[status] = row["count"] }
            }
        }
    }

    /// Returns a page of a conversation's runs, in the order of their requests.
    public func runs(of conversation: String, after place: RunSummary?, limit: Int) async throws -> [RunSummary] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, status, createdAt FROM run WHERE conversation = ? AND (createdAt, id) > (?, ?)
                    ORDER BY createdAt, id LIMIT ?
                    """,
                arguments: [
                    conversation, place?.createdAt.milliseconds ?? .min, place?.id ?? "", max(0, limit),
                ]
            ).map { row in
                RunSummary(
                    id: row["id"],
                    status: RunStatus(rawValue: row["status"]) ?? .interrupted,
                    createdAt: Date(milliseconds: row["createdAt"])
                )
            }
        }
    }

    /// Returns a run's events in order, starting with the chunk that has the event `sequence`.
    public func events(of run: String, from sequence: Int, limit: Int) async throws -> [RunEventChunk] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT first, count, lines FROM runEvents WHERE run = ? AND first + count > ? AND first >= COALESCE(
                        (SELECT MAX(first) FROM runEvents WHERE run = ? AND first <= ?), 0)
                    ORDER BY first LIMIT ?
                    """,
                arguments: [run, sequence, run, sequence, max(0, limit)]
            ).map { row in
                RunEventChunk(first: row["first"], count: row["count"], lines: [UInt8](row["lines"] as Data))
            }
        }
    }

    /// Deletes runs that ended before a time, with their events, but no direct calls.
    public func deleteRuns(endedBefore time: Date, limit: Int) async throws -> Int {
        try await delete("tool IS NULL", endedBefore: time, limit: limit)
    }

    /// Deletes one run that has ended, with its events and its keyed answers.
    public func deleteRun(_ id: String) async throws -> Bool {
        let count = try await write { db in
            try db.execute(
                sql: "DELETE FROM run WHERE id = ? AND \(Schema.runIsOver)",
                arguments: [id]
            )
            return db.changesCount
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count > 0
    }

    /// Deletes direct calls that ended before a time, with their events.
    public func deleteCalls(endedBefore time: Date, limit: Int) async throws -> Int {
        try await delete("tool IS NOT NULL", endedBefore: time, limit: limit)
    }

    /// - Parameter kind: The condition of the index to use.
    private func delete(_ kind: String, endedBefore time: Date, limit: Int) async throws -> Int {
        let count = try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM run WHERE id IN (
                        SELECT id FROM run WHERE \(kind) AND \(Schema.runIsOver)
                            AND updatedAt < ? ORDER BY updatedAt LIMIT ?)
                    """,
                arguments: [time.milliseconds, max(0, limit)]
            )
            return db.changesCount
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count
    }
}

extension Database {
    /// Writes what is new of one run; false if it does not fit what is stored, and then nothing is written.
    fileprivate func store(_ write: RunWrite) throws -> Bool {
        let record = write.record
        let conversation = try write.turn.map { try conversationState($0.conversation.id) }
        let stored = try Row.fetchOne(
            cachedStatement(sql: "SELECT eventCount, node, epoch FROM run WHERE id = ?"),
            arguments: [record.id]
        )
        let plan = RunWritePlan(
            write,
            storedEventCount: stored?["eventCount"],
            storedWorker: stored.map(Worker.init(row:)),
            conversation: conversation
        )
        guard let plan else { return false }
        switch plan.conversation {
        case .none: break
        case .open(let opening): try open(opening)
        case .commit(let turn): try commit(turn)
        }
        let eventBytes = plan.events?.lines.count ?? 0
        let pendingBytes = record.pendingCalls?.utf8.count ?? 0
        if plan.isNew {
            try cachedStatement(
                sql: """
                    INSERT INTO run (id, client, conversation, model, tool, status, request, idempotencyKey, pendingCalls,
                        eventCount, entryCount, createdAt, updatedAt, byteCount, node, epoch, isApart)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                            (?5 IS NULL OR ?6 = 'queued' OR ?6 = 'running' OR ?6 = 'waiting')
                                AND NOT EXISTS (SELECT 1 FROM conversation WHERE id = ?3 AND client = ?2))
                    """
            ).execute(
                arguments: [
                    record.id, record.owner.text, record.conversation, record.model, record.tool,
                    record.status.rawValue,
                    record.request, record.idempotencyKey, record.pendingCalls, plan.eventCount,
                    plan.entryCount, record.createdAt.milliseconds, record.updatedAt.milliseconds,
                    record.request.utf8.count + pendingBytes + eventBytes, record.worker.node.description,
                    record.worker.epoch,
                ]
            )
        } else {
            try cachedStatement(
                sql: """
                    UPDATE run SET status = ?, model = ?, pendingCalls = ?, eventCount = ?, updatedAt = ?,
                        entryCount = COALESCE(?, entryCount), node = ?, epoch = ?,
                        byteCount = byteCount - COALESCE(LENGTH(CAST(pendingCalls AS BLOB)), 0) + ? WHERE id = ?
                    """
            ).execute(
                arguments: [
                    record.status.rawValue, record.model, record.pendingCalls, plan.eventCount,
                    record.updatedAt.milliseconds, plan.entryCount, record.worker.node.description,
                    record.worker.epoch, pendingBytes + eventBytes, record.id,
                ]
            )
        }
        if let events = plan.events {
            try cachedStatement(sql: "INSERT INTO runEvents (run, first, count, lines) VALUES (?, ?, ?, ?)").execute(
                arguments: [record.id, events.first, events.count, Data(events.lines)]
            )
        }
        if write.timeline != nil || record.status.isOver { try list(record, write.timeline) }
        if let details = write.details, !record.conversation.isEmpty {
            try store(details, of: record.conversation, turn: write.turn)
        }
        return true
    }

    /// Deletes an owner's ended direct calls that are beyond ``CallBounds/stored``.
    fileprivate func deleteSurplusCalls(of owner: Owner) throws {
        guard
            let size = try Row.fetchOne(
                cachedStatement(sql: "SELECT callCount, callByteCount FROM clientSize WHERE client = ?"),
                arguments: [owner.text]
            )
        else { return }
        var surplus = CallSurplus(count: size["callCount"], bytes: size["callByteCount"])
        guard surplus.isExceeded else { return }
        var deleted: [Int64] = []
        let calls = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT rowid, byteCount FROM run INDEXED BY endedCallOfClient WHERE client = ? AND tool IS NOT NULL
                        AND \(Schema.runIsOver)
                    ORDER BY idempotencyKey IS NOT NULL, updatedAt
                    """
            ),
            arguments: [owner.text]
        )
        while surplus.isExceeded, let call = try calls.next() {
            deleted.append(call["rowid"])
            surplus.remove(bytes: call["byteCount"])
        }
        let delete = try cachedStatement(sql: "DELETE FROM run WHERE rowid = ?")
        for call in deleted { try delete.execute(arguments: [call]) }
    }
}

extension RunRecord {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"],
            owner: Owner(stored: row["client"]),
            worker: Worker(row: row),
            conversation: row["conversation"],
            model: row["model"],
            tool: row["tool"],
            // The check of the table allows no other words; a run with an unknown status is at least not treated as live.
            status: RunStatus(rawValue: row["status"]) ?? .interrupted,
            request: row["request"],
            idempotencyKey: row["idempotencyKey"],
            pendingCalls: row["pendingCalls"],
            eventCount: row["eventCount"],
            entryCount: row["entryCount"],
            createdAt: Date(milliseconds: row["createdAt"]),
            updatedAt: Date(milliseconds: row["updatedAt"])
        )
    }
}
