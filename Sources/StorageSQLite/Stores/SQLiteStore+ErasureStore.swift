public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ErasureStore {
    /// Whether any data of a client is stored, or an erasure of it is recorded.
    public func holdsData(of client: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM erasure WHERE client = ?1) OR EXISTS (SELECT 1 FROM clientSize WHERE client = ?1)
                        OR EXISTS (SELECT 1 FROM healthSampleCount WHERE client = ?1)
                        OR EXISTS (SELECT 1 FROM device WHERE client = ?1)
                    """,
                arguments: [client]
            ) ?? false
        }
    }

    /// Records that a client's data must be erased.
    public func beginErasure(_ scope: ErasureScope, of client: String, at time: Date) async throws {
        try await write { db in try db.recordErasure(scope, of: client, at: time) }
    }

    /// Returns the recorded erasures, the oldest first.
    public func pendingErasures() async throws -> [(client: String, scope: ErasureScope)] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT client, scope FROM erasure ORDER BY startedAt, client").map { row in
                // The check of the table allows no other words.
                (row["client"], ErasureScope(rawValue: row["scope"]) ?? .conversations)
            }
        }
    }

    /// Deletes the data of a recorded erasure, and empties the write-ahead log.
    public func erase(_ scope: ErasureScope, of client: String) async throws -> ErasureCount {
        try await repeating { db in try db.eraseConversations(of: client) }
        try await eraseRuns(of: client)
        if scope == .everything { try await repeating { db in try db.eraseHealthSamples(of: client) } }
        // Few rows, which are bounded by the routes.
        try await write { db in
            if scope == .everything { try db.eraseDevices(of: client) } else { try db.eraseLateOutputs(of: client) }
        }
        try await emptyLog()
        return try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM erasure WHERE client = ?", arguments: [client]).map { row in
                ErasureCount(
                    conversations: row["conversations"],
                    runs: row["runs"],
                    healthSamples: row["healthSamples"]
                )
            } ?? ErasureCount()
        }
    }

    /// Deletes the record of an erasure that is complete.
    public func endErasure(_ scope: ErasureScope, of client: String, audit: AuditTrail) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM erasure WHERE client = ? AND scope = ?",
                arguments: [client, scope.rawValue]
            )
            guard db.changesCount == 1 else { return false }
            if scope == .everything {
                try db.execute(sql: "DELETE FROM clientSize WHERE client = ?", arguments: [client])
                try db.execute(sql: "DELETE FROM healthSampleCount WHERE client = ?", arguments: [client])
            }
            try db.append(audit)
            return true
        }
    }

    /// Repeats a small transaction until it finds nothing to delete.
    private func repeating(_ portion: @Sendable (Database) throws -> Bool) async throws {
        while try await write(portion) { try Task.checkCancellation() }
    }

    /// Deletes a client's runs.
    ///
    /// No index leads from a client to its runs, because each turn would pay for it. The table is read once instead, by readers, which do
    /// not block the writer.
    private func eraseRuns(of client: String) async throws {
        // Every client with runs has a size.
        let hasRuns = try await read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM clientSize WHERE client = ? AND (byteCount > 0 OR callCount > 0))",
                arguments: [client]
            ) ?? false
        }
        guard hasRuns else { return }
        var place = Int64.min
        while true {
            let page = try await readAside { [place] db in
                try Row.fetchAll(
                    db,
                    sql: "SELECT rowid, id, byteCount FROM run WHERE client = ? AND rowid > ? ORDER BY rowid LIMIT 200",
                    arguments: [client, place]
                ).map { row in (rowID: row["rowid"] as Int64, id: row["id"] as String, bytes: row["byteCount"] as Int) }
            }
            guard let last = page.last else { return }
            var rest = page[...]
            while !rest.isEmpty {
                var portion: [String] = []
                var bytes = 0
                while let run = rest.first, portion.isEmpty || bytes + run.bytes <= Database.erasedBytesAtOnce {
                    portion.append(run.id)
                    bytes += run.bytes
                    rest.removeFirst()
                }
                if bytes > Database.erasedBytesAtOnce, let run = portion.first {
                    try await repeating { db in try db.eraseSomeEvents(of: run) }
                }
                try await write { [portion] db in try db.eraseRuns(portion, of: client) }
                try Task.checkCancellation()
            }
            place = last.rowID
        }
    }
}

extension Database {
    /// The number of bytes after which a transaction deletes no further rows.
    fileprivate static var erasedBytesAtOnce: Int { 1 << 20 }

    /// Records an erasure; an erasure of everything is not reduced.
    func recordErasure(_ scope: ErasureScope, of client: String, at time: Date) throws {
        try execute(
            sql: """
                INSERT INTO erasure (client, scope, startedAt) VALUES (?, ?, ?)
                ON CONFLICT (client) DO UPDATE SET scope = excluded.scope WHERE excluded.scope = 'everything'
                """,
            arguments: [client, scope.rawValue, time.milliseconds]
        )
    }

    /// Deletes some of a client's conversations, or a part of a large one; false if there is none.
    fileprivate func eraseConversations(of client: String) throws -> Bool {
        let rows = try Row.fetchAll(
            self,
            sql: "SELECT id, byteCount FROM conversation WHERE client = ? ORDER BY updatedAt LIMIT 200",
            arguments: [client]
        )
        var bytes = 0
        var count = 0
        for row in rows {
            let id: String = row["id"]
            bytes += row["byteCount"] as Int
            if bytes > Self.erasedBytesAtOnce {
                if count > 0 { break }
                // The last entries are deleted first, so that the rest is always the beginning of the conversation.
                try execute(
                    sql: """
                        DELETE FROM transcriptEntry WHERE rowid IN (
                            SELECT rowid FROM transcriptEntry WHERE conversation = ? ORDER BY position DESC LIMIT 32)
                        """,
                    arguments: [id]
                )
                if changesCount > 0 { return true }
            }
            try execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [id])
            count += 1
        }
        try self.count(ErasureCount(conversations: count), of: client)
        return count > 0
    }

    /// Deletes some of a run's events; false if there are none.
    fileprivate func eraseSomeEvents(of run: String) throws -> Bool {
        try execute(
            sql: """
                DELETE FROM runEvents WHERE run = ?1 AND first IN (
                    SELECT first FROM runEvents WHERE run = ?1 ORDER BY first DESC LIMIT 4)
                """,
            arguments: [run]
        )
        return changesCount > 0
    }

    /// Deletes runs with their events.
    fileprivate func eraseRuns(_ ids: [String], of client: String) throws {
        var count = 0
        let delete = try cachedStatement(sql: "DELETE FROM run WHERE id = ?")
        for id in ids {
            try delete.execute(arguments: [id])
            count += changesCount
        }
        try self.count(ErasureCount(runs: count), of: client)
    }

    /// Deletes some of a client's health samples; false if there are none.
    fileprivate func eraseHealthSamples(of client: String) throws -> Bool {
        let count = try deleteSomeHealthSamples(of: client)
        try self.count(ErasureCount(healthSamples: count), of: client)
        return count > 0
    }

    /// Adds numbers of deleted rows to the record of the erasure.
    private func count(_ erased: ErasureCount, of client: String) throws {
        try execute(
            sql: """
                UPDATE erasure SET conversations = conversations + ?, runs = runs + ?, healthSamples = healthSamples + ?
                WHERE client = ?
                """,
            arguments: [erased.conversations, erased.runs, erased.healthSamples, client]
        )
    }
}
