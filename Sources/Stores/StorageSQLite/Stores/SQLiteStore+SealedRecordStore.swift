import GRDB
public import Storage

extension SQLiteStore: SealedRecordStore {
    /// Returns the number of records that are sealed under each master key.
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

    /// Returns a page of the records of one kind that are sealed under another master key.
    public func sealedRecords(
        _ kind: SealedRecord.Kind,
        notUnder masterKeyID: String,
        after record: SealedRecord?,
        limit: Int
    ) async throws -> [SealedRecord] {
        try await read { db in
            try Row.fetchAll(db, sql: kind.selection, arguments: [masterKeyID, record?.id, limit]).map { row in
                SealedRecord(
                    kind: kind,
                    id: row["id"],
                    upstream: row["upstream"],
                    text: SealedText(masterKeyID: row["masterKeyID"], bytes: row["sealed"])
                )
            }
        }
    }

    /// Replaces sealed bytes that have not changed since they were read.
    public func reseal(_ changes: [Resealing]) async throws -> Int {
        try await write { db in
            try changes.reduce(into: 0) { count, change in
                try db.execute(
                    sql: change.record.kind.replacement,
                    arguments: [
                        change.text.masterKeyID, change.text.bytes, change.record.id, change.record.text.bytes,
                    ]
                )
                count += db.changesCount
            }
        }
    }

    /// Empties the write-ahead log, which still has the replaced bytes; in the pages themselves they were overwritten.
    public func finishResealing() async { await removeDeletedRowsFromLog() }
}

extension SealedRecord.Kind {
    /// The query for a page: master key, id of the last record of the page before or NULL, limit.
    fileprivate var selection: String {
        switch self {
        case .secret:
            """
            SELECT id, upstream, masterKeyID, sealed FROM sealedSecret
            WHERE sealed <> x'' AND masterKeyID <> ?1
                AND sequence > COALESCE((SELECT sequence FROM sealedSecret WHERE id = ?2), 0) ORDER BY sequence LIMIT ?3
            """
        case .vaultRoot:
            """
            SELECT '' AS id, '' AS upstream, masterKeyID, sealed FROM vaultRoot
            WHERE sealed <> x'' AND masterKeyID <> ?1 AND ?2 IS NULL LIMIT ?3
            """
        }
    }

    /// The statement that replaces sealed bytes: new master key, new bytes, id, former bytes.
    fileprivate var replacement: String {
        switch self {
        case .secret: "UPDATE sealedSecret SET masterKeyID = ?, sealed = ? WHERE id = ? AND sealed = ?"
        case .vaultRoot: "UPDATE vaultRoot SET masterKeyID = ?, sealed = ? WHERE ? = '' AND sealed = ?"
        }
    }
}
