import FoundationEssentials
import GRDB

extension SQLiteStore: AuditStore {
    /// Adds rows for something that changes nothing else in the store.
    public func appendAudit(_ trail: AuditTrail) async throws {
        try await write { db in try db.append(trail) }
    }

    /// Rows in order, from `first` on.
    public func auditRecords(from first: Int, limit: Int) async throws -> [AuditRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM audit WHERE id >= ? ORDER BY id LIMIT ?",
                arguments: [first, limit]
            )
            .map(AuditRecord.init(row:))
        }
    }

    /// The last row; nil in an empty chain.
    public func lastAuditRecord() async throws -> AuditRecord? {
        try await read { db in try AuditRecord.last(in: db) }
    }
}

extension Database {
    /// Adds rows to the audit chain, within the transaction of the change that they tell of.
    func append(_ trail: AuditTrail) throws {
        guard !trail.entries.isEmpty else { return }
        let last = try AuditRecord.last(in: self)
        var id = last?.id ?? 0
        var previousHash = last?.hash ?? Data()
        for entry in trail.entries {
            id += 1
            let hash = trail.hash(id, entry, previousHash)
            try execute(
                sql: """
                    INSERT INTO audit (id, actor, action, object, outcome, time, requestID, previousHash, hash)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, entry.actor, entry.action, entry.object, entry.outcome, entry.time.milliseconds,
                    entry.requestID,
                    previousHash, hash,
                ]
            )
            previousHash = hash
        }
    }
}

extension AuditRecord {
    fileprivate static func last(in db: Database) throws -> AuditRecord? {
        try Row.fetchOne(db, sql: "SELECT * FROM audit ORDER BY id DESC LIMIT 1").map(AuditRecord.init(row:))
    }

    fileprivate init(row: Row) {
        self.init(
            id: row["id"],
            entry: AuditDraft(
                actor: row["actor"],
                action: row["action"],
                object: row["object"],
                outcome: row["outcome"],
                time: Date(milliseconds: row["time"]),
                requestID: row["requestID"]
            ),
            previousHash: row["previousHash"],
            hash: row["hash"]
        )
    }
}
