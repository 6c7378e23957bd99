import GRDB

extension SQLiteStore: VaultStore {
    /// How many records are sealed under each master key.
    public func sealedRecordCounts() async throws -> [String: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT masterKeyID, count(*) AS count FROM (
                        SELECT masterKeyID FROM vaultRoot
                        UNION ALL SELECT masterKeyID FROM sealedSecret WHERE sealed <> x''
                    ) GROUP BY masterKeyID
                    """
            )
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["masterKeyID"], $0["count"]) })
        }
    }

    /// Records of one kind that are sealed under another master key, in order.
    public func sealedRecords(
        _ kind: SealedRecord.Kind,
        notUnder masterKeyID: String,
        after position: Int64,
        limit: Int
    ) async throws -> [SealedRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "\(kind.selection) AND masterKeyID <> ? AND position > ? ORDER BY position LIMIT ?",
                arguments: [masterKeyID, position, limit]
            ).map { row in
                SealedRecord(
                    kind: kind,
                    position: row["position"],
                    id: row["id"],
                    upstream: row["upstream"],
                    text: SealedText(masterKeyID: row["masterKeyID"], bytes: row["sealed"])
                )
            }
        }
    }

    /// Puts new sealed bytes in the place of those that were read.
    public func reseal(_ changes: [Resealing]) async throws -> Int {
        try await write { db in
            try changes.reduce(into: 0) { count, change in
                try db.execute(
                    sql: change.record.kind.replacement,
                    arguments: [
                        change.text.masterKeyID, change.text.bytes, change.record.position, change.record.text.bytes,
                    ]
                )
                count += db.changesCount
            }
        }
    }

    /// Takes sealed bytes that were replaced out of the write-ahead log; the pages themselves were overwritten.
    public func forgetReplacedBytes() async { await forgetDeletedRows() }
}

extension SealedRecord.Kind {
    fileprivate var selection: String {
        switch self {
        case .secret:
            """
            SELECT sequence AS position, id, upstream, masterKeyID, sealed FROM sealedSecret WHERE sealed <> x''
            """
        case .vaultRoot:
            """
            SELECT singleton AS position, '' AS id, '' AS upstream, masterKeyID, sealed FROM vaultRoot WHERE sealed <> x''
            """
        }
    }

    fileprivate var replacement: String {
        switch self {
        case .secret: "UPDATE sealedSecret SET masterKeyID = ?, sealed = ? WHERE sequence = ? AND sealed = ?"
        case .vaultRoot: "UPDATE vaultRoot SET masterKeyID = ?, sealed = ? WHERE singleton = ? AND sealed = ?"
        }
    }
}
