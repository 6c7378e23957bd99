public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ErasureStore {
    /// Whether any data of an owner is stored, or of a user of it, or an erasure of it is recorded.
    public func holdsData(of owner: Owner) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT "
                    + ["erasure", "clientSize", "healthSampleCount", "device"]
                    .map { "EXISTS (SELECT 1 FROM \($0) WHERE \(ErasedOwners.condition))" }.joined(separator: " OR "),
                arguments: ErasedOwners(.everything, of: owner).arguments
            ) ?? false
        }
    }

    /// Records that an owner's data must be erased.
    public func beginErasure(_ scope: ErasureScope, of owner: Owner, at time: Date) async throws {
        try await write { db in try db.recordErasure(scope, of: owner, at: time) }
    }

    /// Returns the recorded erasures, the oldest first.
    public func pendingErasures() async throws -> [(owner: Owner, scope: ErasureScope)] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT client, scope FROM erasure ORDER BY startedAt, client").map { row in
                // The check of the table allows no other words.
                (Owner(stored: row["client"]), ErasureScope(rawValue: row["scope"]) ?? .conversations)
            }
        }
    }

    /// Deletes the data of a recorded erasure, and empties the write-ahead log.
    public func erase(_ scope: ErasureScope, of owner: Owner) async throws -> ErasureCount {
        let erased = ErasedOwners(scope, of: owner)
        let owners = try await read { db in try erased.all(in: db) }
        for other in owners { try await repeating { db in try db.eraseConversations(of: other, for: owner) } }
        try await eraseRuns(of: erased)
        if scope == .everything {
            for other in owners { try await repeating { db in try db.eraseHealthSamples(of: other, for: owner) } }
        }
        // Few rows, which are bounded by the routes.
        try await write { db in
            if scope == .everything { try db.eraseDevices(of: erased) }
            try db.eraseLateOutputs(of: erased)
        }
        try await emptyLog()
        return try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM erasure WHERE client = ?", arguments: [owner.text]).map { row in
                ErasureCount(
                    conversations: row["conversations"],
                    runs: row["runs"],
                    healthSamples: row["healthSamples"]
                )
            } ?? ErasureCount()
        }
    }

    /// Deletes the record of an erasure that is complete.
    public func endErasure(_ scope: ErasureScope, of owner: Owner, audit: AuditTrail) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM erasure WHERE client = ? AND scope = ?",
                arguments: [owner.text, scope.rawValue]
            )
            guard db.changesCount == 1 else { return false }
            if scope == .everything {
                for table in ["clientSize", "healthSampleCount"] {
                    try db.execute(
                        sql: "DELETE FROM \(table) WHERE \(ErasedOwners.condition)",
                        arguments: ErasedOwners(scope, of: owner).arguments
                    )
                }
            }
            try db.append(audit)
            return true
        }
    }

    /// Repeats a small transaction until it finds nothing to delete.
    private func repeating(_ portion: @Sendable (Database) throws -> Bool) async throws {
        while try await write(portion) { try Task.checkCancellation() }
    }

    /// Deletes the runs of the erased owners.
    ///
    /// No index leads from an owner to its runs, because each turn would pay for it. The table is read once instead, by readers, which do
    /// not block the writer.
    private func eraseRuns(of erased: ErasedOwners) async throws {
        // Every owner with runs has a size.
        let hasRuns = try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM clientSize WHERE \(ErasedOwners.condition) AND (byteCount > 0 OR callCount > 0))
                    """,
                arguments: erased.arguments
            ) ?? false
        }
        guard hasRuns else { return }
        var place = Int64.min
        while true {
            let page = try await read(on: aside) { [place] db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT rowid, id, byteCount FROM run WHERE \(ErasedOwners.condition) AND rowid > ?4
                        ORDER BY rowid LIMIT 200
                        """,
                    arguments: erased.arguments + [place]
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
                try await write { [portion] db in try db.eraseRuns(portion, for: erased.owner) }
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
    func recordErasure(_ scope: ErasureScope, of owner: Owner, at time: Date) throws {
        try execute(
            sql: """
                INSERT INTO erasure (client, scope, startedAt) VALUES (?, ?, ?)
                ON CONFLICT (client) DO UPDATE SET scope = excluded.scope WHERE excluded.scope = 'everything'
                """,
            arguments: [owner.text, scope.rawValue, time.milliseconds]
        )
    }

    /// Deletes some of an owner's conversations, or a part of a large one; false if there is none.
    fileprivate func eraseConversations(of owner: Owner, for recorded: Owner) throws -> Bool {
        let rows = try Row.fetchAll(
            self,
            sql: "SELECT id, byteCount FROM conversation WHERE client = ? ORDER BY updatedAt LIMIT 200",
            arguments: [owner.text]
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
        try self.count(ErasureCount(conversations: count), of: recorded)
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
    fileprivate func eraseRuns(_ ids: [String], for recorded: Owner) throws {
        var count = 0
        let delete = try cachedStatement(sql: "DELETE FROM run WHERE id = ?")
        for id in ids {
            try delete.execute(arguments: [id])
            count += changesCount
        }
        try self.count(ErasureCount(runs: count), of: recorded)
    }

    /// Deletes some of an owner's health samples; false if there are none.
    fileprivate func eraseHealthSamples(of owner: Owner, for recorded: Owner) throws -> Bool {
        let count = try deleteSomeHealthSamples(of: owner)
        try self.count(ErasureCount(healthSamples: count), of: recorded)
        return count > 0
    }

    /// Adds numbers of deleted rows to the record of the erasure.
    private func count(_ erased: ErasureCount, of owner: Owner) throws {
        try execute(
            sql: """
                UPDATE erasure SET conversations = conversations + ?, runs = runs + ?, healthSamples = healthSamples + ?
                WHERE client = ?
                """,
            arguments: [erased.conversations, erased.runs, erased.healthSamples, owner.text]
        )
    }
}
