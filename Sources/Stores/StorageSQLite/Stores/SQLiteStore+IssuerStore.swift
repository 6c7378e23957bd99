import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: IssuerStore {
    /// Returns the issuers of all clients, in the order in which they were added.
    public func issuers() async throws -> RevisedList<IssuerRecord> {
        try await read { db in
            // A kind of a later version is left out, because this one cannot judge its tokens.
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM issuer ORDER BY createdAt, id")
            return RevisedList(
                revision: try db.revision(of: .issuers),
                records: rows.compactMap(IssuerRecord.init(row:))
            )
        }
    }

    /// Stores a new issuer.
    @discardableResult
    public func addIssuer(_ record: IssuerRecord, audit: AuditTrail) async throws -> Int {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO issuer (id, client, name, kind, settings, createdAt, changedAt, revision)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    record.id, record.client, record.name, record.kind.rawValue, record.settings,
                    record.createdAt.milliseconds, record.changedAt.milliseconds, record.revision,
                ]
            )
            try db.append(audit)
            return try db.countChange(of: .issuers)
        }
    }

    /// Replaces the name and the settings of an issuer.
    @discardableResult
    public func updateIssuer(_ record: IssuerRecord, audit: AuditTrail) async throws -> Int {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE issuer SET name = ?, settings = ?, changedAt = ?, revision = ?
                    WHERE id = ? AND client = ? AND revision = ?
                    """,
                arguments: [
                    record.name, record.settings, record.changedAt.milliseconds, record.revision, record.id,
                    record.client, record.revision - 1,
                ]
            )
            guard db.changesCount == 1 else {
                throw StoreError(
                    .conflict,
                    "The issuer was changed by someone else meanwhile. Read it again and try again."
                )
            }
            try db.append(audit)
            return try db.countChange(of: .issuers)
        }
    }

    /// Deletes an issuer.
    public func removeIssuer(_ id: String, audit: AuditTrail) async throws -> Int? {
        try await write { db in
            try db.execute(sql: "DELETE FROM issuer WHERE id = ?", arguments: [id])
            guard db.changesCount == 1 else { return nil }
            try db.append(audit)
            return try db.countChange(of: .issuers)
        }
    }
}

extension IssuerRecord {
    fileprivate init?(row: Row) {
        guard let kind = IssuerKind(rawValue: row["kind"]) else { return nil }
        self.init(
            id: row["id"],
            client: row["client"],
            name: row["name"],
            kind: kind,
            settings: row["settings"],
            createdAt: Date(milliseconds: row["createdAt"]),
            changedAt: Date(milliseconds: row["changedAt"]),
            revision: row["revision"]
        )
    }
}
