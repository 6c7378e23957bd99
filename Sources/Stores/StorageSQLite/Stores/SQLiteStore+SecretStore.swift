public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: SecretStore {
    /// Returns the vault's sealed root key; `nil` in a new database.
    public func vaultRoot() async throws -> VaultRootRecord? {
        try await read { db in try VaultRootRecord.stored(in: db) }
    }

    /// Stores the root key unless there is one already, and returns the one that is stored.
    public func createVaultRoot(_ root: VaultRootRecord, audit: AuditTrail) async throws -> VaultRootRecord {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO vaultRoot (singleton, masterKeyID, sealed, createdAt) VALUES (1, ?, ?, ?)
                    ON CONFLICT (singleton) DO NOTHING
                    """,
                arguments: [root.masterKeyID, root.sealed, root.createdAt.milliseconds]
            )
            if db.changesCount == 1 { try db.append(audit) }
            return try VaultRootRecord.stored(in: db) ?? root
        }
    }

    /// Returns all secrets and the rotations that have not ended, with their revision.
    public func secrets() async throws -> SealedSecretList {
        try await read { db in
            SealedSecretList(
                revision: try Int.fetchOne(db, sql: "SELECT revision FROM vaultRoot") ?? 0,
                records: try SealedSecretRecord.all(in: db),
                rotations: try RotationRecord.open(in: db)
            )
        }
    }

    /// Stores a secret.
    public func addSecret(_ record: SealedSecretRecord, audit: AuditTrail) async throws {
        try await write { db in
            try record.insert(into: db)
            try db.append(audit)
            try db.countChangeOfSecrets()
        }
    }

    /// Changes the description of an active secret.
    public func changeSecret(
        _ id: String,
        _ change: SealedSecretChange,
        at time: Date,
        audit: AuditTrail
    ) async throws -> SealedSecretRecord? {
        try await write { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM sealedSecret WHERE id = ? AND state = 'active'",
                arguments: [id]
            )
            guard let row else { return nil }
            let record = change.applied(to: SealedSecretRecord(row: row), at: time)
            try record.updateDescription(in: db)
            try db.append(audit)
            try db.countChangeOfSecrets()
            return record
        }
    }

    /// Erases a secret's sealed bytes and marks it removed.
    public func removeSecret(_ id: String, at time: Date, audit: AuditTrail) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE sealedSecret SET state = 'removed', sealed = x'', changedAt = ?
                    WHERE id = ? AND state <> 'removed'
                    """,
                arguments: [time.milliseconds, id]
            )
            guard db.changesCount == 1 else { return false }
            try db.append(audit)
            try db.countChangeOfSecrets()
            return true
        }
    }

    /// Records where the secrets may be sent that were stored before this was recorded.
    public func bindSecrets(to destinations: [String: [String]], audit: AuditTrail) async throws {
        try await write { db in
            for (upstream, places) in destinations {
                try db.execute(
                    sql: "UPDATE sealedSecret SET destinations = ? WHERE upstream = ? AND destinations IS NULL",
                    arguments: [places.joined(separator: "\n"), upstream]
                )
            }
            try db.append(audit)
            try db.countChangeOfSecrets()
        }
    }
}

extension Database {
    /// Increases the revision, so that lists of secrets that were read before are known to be older.
    func countChangeOfSecrets() throws {
        try execute(sql: "UPDATE vaultRoot SET revision = revision + 1")
    }
}

extension VaultRootRecord {
    fileprivate static func stored(in db: Database) throws -> VaultRootRecord? {
        try Row.fetchOne(db, sql: "SELECT * FROM vaultRoot").map { row in
            VaultRootRecord(
                masterKeyID: row["masterKeyID"],
                sealed: row["sealed"],
                createdAt: Date(milliseconds: row["createdAt"])
            )
        }
    }
}
