public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ErasureStore {
    /// Whether any data of an owner is stored, or of a user of it, or an erasure of it is recorded.
    public func holdsData(of owner: Owner) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM erasure WHERE \(ErasedOwners.condition())) OR \(ErasedOwners.hasData)
                    """,
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
        try await erasures.delete {
            var place: Owner?
            while case let users = try await read({ [place] db in try erased.users(after: place, in: db) }),
                let last = users.last
            {
                try await erase(scope, of: users, for: owner)
                place = last
            }
            try await erase(scope, of: [owner], for: owner)
        }
        try await erasures.empty { try await emptyLog() }
        return try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM erasure WHERE client = ?", arguments: [owner.text]).map { row in
                ErasureCount(
                    conversations: row["conversations"],
                    runs: row["runs"],
                    healthSamples: row["healthSamples"],
                    items: row["items"]
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
                for table in ["clientSize", "healthSampleCount", "usersSize"] {
                    try db.execute(sql: "DELETE FROM \(table) WHERE client = ?", arguments: [owner.text])
                }
            }
            try db.append(audit)
            return true
        }
    }

    /// Deletes the data of owners in small transactions.
    private func erase(_ scope: ErasureScope, of owners: [Owner], for recorded: Owner) async throws {
        var rest = owners[...]
        while !rest.isEmpty {
            rest = try await write { [rest] db in try db.eraseSome(scope, of: rest, for: recorded) }
            try Task.checkCancellation()
        }
    }
}
