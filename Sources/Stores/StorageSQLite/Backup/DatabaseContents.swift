import GRDB
public import Storage

/// The number of rows of each kind in a database, and the end of its audit chain.
public struct DatabaseContents: Sendable, Equatable {
    /// The number of rows of one kind.
    public struct Count: Sendable, Equatable {
        /// The kind, in words for people.
        public var name: String
        /// The number of rows.
        public var rows: Int
    }

    /// The counts, always in the same order.
    public var counts: [Count]

    /// The end of the audit chain; `nil` in a database without one.
    public var auditHead: AuditHead?

    /// The ids of the master keys that records are sealed under, in order.
    public var masterKeyIDs: [String]

    // A table that an older version did not have counts as empty.
    private static let tables: [(name: String, table: String, condition: String)] = [
        ("conversations", "conversation", ""), ("messages and calls", "transcriptEntry", ""), ("runs", "run", ""),
        ("keys", "sealedSecret", "WHERE state <> 'removed'"), ("clients", "client", ""),
        ("inventory items", "inventoryItem", ""), ("health samples", "healthSample", ""),
        ("audit rows", "audit", ""),
    ]

    init(_ db: Database) throws {
        counts = try Self.tables.map { name, table, condition in
            guard try db.tableExists(table) else { return Count(name: name, rows: 0) }
            let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) \(condition)")
            return Count(name: name, rows: rows ?? 0)
        }
        auditHead = try db.tableExists("auditHead") ? AuditHeadRecord.stored(in: db)?.head : nil
        masterKeyIDs = try String.fetchAll(
            db,
            sql: """
                SELECT masterKeyID FROM vaultRoot UNION SELECT masterKeyID FROM sealedSecret WHERE sealed <> x'' ORDER BY 1
                """
        )
    }
}
