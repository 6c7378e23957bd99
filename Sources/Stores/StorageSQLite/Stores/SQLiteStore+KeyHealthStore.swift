import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: KeyHealthStore {
    /// Returns the known health of keys.
    public func keyHealth() async throws -> [KeyHealthRecord] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM keyHealth").map(KeyHealthRecord.init(row:))
        }
    }

    /// Stores or replaces the health of some keys.
    public func saveKeyHealth(_ records: [KeyHealthRecord], audit: AuditTrail) async throws {
        try await write { db in
            for record in records { try record.save(in: db) }
            try db.append(audit)
        }
    }
}

extension KeyHealthRecord {
    fileprivate init(row: Row) {
        // The check of the table allows no other words.
        let state = State(rawValue: row["state"]) ?? .healthy
        self.init(
            key: row["key"],
            state: state == .healthy && row["until"] != nil ? .inDoubt : state,
            until: (row["until"] as Int64?).map(Date.init(milliseconds:)),
            failures: row["failures"],
            verdict: row["verdict"],
            verdictReason: row["verdictReason"],
            checkedAt: (row["checkedAt"] as Int64?).map(Date.init(milliseconds:)),
            changedAt: Date(milliseconds: row["changedAt"])
        )
    }

    fileprivate func save(in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO keyHealth
                    (key, state, until, failures, verdict, verdictReason, checkedAt, changedAt)
                SELECT id, ?, ?, ?, ?, ?, ?, ? FROM sealedSecret WHERE id = ?
                """,
            arguments: [
                // The table has no word for a doubt, and earlier versions would know none: it is a health with an end.
                (state == .inDoubt ? .healthy : state).rawValue, until?.milliseconds, failures, verdict, verdictReason,
                checkedAt?.milliseconds,
                changedAt.milliseconds, key,
            ]
        )
    }
}
