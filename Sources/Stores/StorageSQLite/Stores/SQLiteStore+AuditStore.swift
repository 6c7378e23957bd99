import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: AuditStore {
    /// Adds rows for something that changes nothing else in the store.
    public func appendAudit(_ trail: AuditTrail) async throws {
        try await write { db in try db.append(trail) }
    }

    /// Returns rows in order from `first` on, and the chain's head at the same moment.
    public func auditPage(from first: Int, limit: Int) async throws -> AuditPage {
        try await read { db in
            AuditPage(
                records: try AuditRecord.stored(in: db, "WHERE id >= ? ORDER BY id LIMIT ?", [first, limit]),
                head: try AuditHeadRecord.stored(in: db)
            )
        }
    }

    /// Returns the rows that match a filter, the latest first.
    public func auditRecords(matching filter: AuditFilter, before: Int?, limit: Int) async throws -> [AuditRecord] {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        func require(_ condition: String, _ argument: (any DatabaseValueConvertible)?) {
            guard let argument else { return }
            conditions.append(condition)
            arguments += [argument]
        }
        require("id < ?", before)
        require("actor = ?", filter.actor)
        require("action = ?", filter.action)
        require("instr(object, ?) = 1", filter.objectPrefix.flatMap { $0.isEmpty ? nil : $0 })
        require("time >= ?", filter.from?.milliseconds)
        require("time < ?", filter.until?.milliseconds)
        arguments += [limit]
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try await read(on: aside) { [arguments] db in
            try AuditRecord.stored(in: db, "\(condition) ORDER BY id DESC LIMIT ?", arguments)
        }
    }

    /// Returns the last row; `nil` if the chain is empty.
    public func lastAuditRecord() async throws -> AuditRecord? {
        try await read { db in try AuditRecord.last(in: db) }
    }
}

extension Database {
    /// Adds rows to the audit chain, within the transaction of the change that they describe.
    func append(_ trail: AuditTrail) throws {
        guard !trail.entries.isEmpty else { return }
        var chain = AuditContinuation(
            head: try AuditHeadRecord.stored(in: self),
            last: try AuditRecord.last(in: self),
            trail: trail
        )
        for entry in trail.entries { try chain.append(entry).insert(into: self) }
        try chain.head.replace(in: self)
    }
}

extension AuditRecord {
    fileprivate static func last(in db: Database) throws -> AuditRecord? {
        try stored(in: db, "ORDER BY id DESC LIMIT 1").first
    }

    // Texts are read as bytes, because a changed text that is read as text would end at its first zero byte and might seem unchanged.
    fileprivate static func stored(
        in db: Database,
        _ condition: String,
        _ arguments: StatementArguments = []
    ) throws -> [AuditRecord] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, CAST(actor AS BLOB) AS actor, CAST(action AS BLOB) AS action, CAST(object AS BLOB) AS object,
                    CAST(outcome AS BLOB) AS outcome, time, CAST(requestID AS BLOB) AS requestID, previousHash, hash
                FROM audit \(condition)
                """,
            arguments: arguments
        ).map(AuditRecord.init(row:))
    }

    private init(row: Row) {
        func text(_ column: String) -> String? {
            (row[column] as Data?).map { bytes in
                // No row is written with a zero byte, so bytes that are no longer UTF-8 cannot equal the original text.
                String(validating: bytes, as: UTF8.self) ?? "\0" + String(decoding: bytes, as: UTF8.self)
            }
        }
        self.init(
            id: row["id"],
            entry: AuditDraft(
                actor: text("actor") ?? "",
                action: text("action") ?? "",
                object: text("object") ?? "",
                outcome: text("outcome") ?? "",
                time: Date(milliseconds: row["time"]),
                requestID: text("requestID")
            ),
            previousHash: row["previousHash"],
            hash: row["hash"]
        )
    }

    fileprivate func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO audit (id, actor, action, object, outcome, time, requestID, previousHash, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, entry.actor, entry.action, entry.object, entry.outcome, entry.time.milliseconds, entry.requestID,
                previousHash, hash,
            ]
        )
    }
}

extension AuditHeadRecord {
    static func stored(in db: Database) throws -> AuditHeadRecord? {
        try Row.fetchOne(db, sql: "SELECT * FROM auditHead").map { row in
            AuditHeadRecord(head: AuditHead(count: row["count"], hash: row["hash"]), seal: row["seal"])
        }
    }

    fileprivate func replace(in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO auditHead (singleton, count, hash, seal) VALUES (1, ?, ?, ?)",
            arguments: [head.count, head.hash, seal]
        )
    }
}
