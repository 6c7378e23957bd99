public import FoundationEssentials
import GRDB

extension SQLiteStore: SecretStore {
    /// The vault's sealed root key, or nil in a new database.
    public func vaultRoot() async throws -> VaultRootRecord? {
        try await read { db in try VaultRootRecord.stored(in: db) }
    }

    /// Stores the root key unless there is one already, and returns the one that is stored.
    public func createVaultRoot(_ root: VaultRootRecord) async throws -> VaultRootRecord {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO vaultRoot (singleton, masterKeyID, sealed, createdAt) VALUES (1, ?, ?, ?)
                    ON CONFLICT (singleton) DO NOTHING
                    """,
                arguments: [root.masterKeyID, root.sealed, root.createdAt.milliseconds]
            )
            return try VaultRootRecord.stored(in: db) ?? root
        }
    }

    /// All secrets, removed ones included, with the revision they belong to.
    public func secrets() async throws -> SealedSecretList {
        try await read { db in
            SealedSecretList(
                revision: try Int.fetchOne(db, sql: "SELECT revision FROM vaultRoot") ?? 0,
                records: try Row.fetchAll(db, sql: "SELECT * FROM sealedSecret ORDER BY sequence")
                    .map(SealedSecretRecord.init(row:))
            )
        }
    }

    /// Stores a secret.
    public func addSecret(_ record: SealedSecretRecord) async throws {
        try await write { db in try record.insert(into: db) }
    }

    /// Stores a secret and retires another one, in one transaction.
    public func replaceSecret(_ id: String, with record: SealedSecretRecord) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE sealedSecret SET state = 'retired', changedAt = ? WHERE id = ? AND state = 'active'",
                arguments: [record.createdAt.milliseconds, id]
            )
            guard db.changesCount == 1 else {
                throw StoreError(.conflict, "The key to replace is not in use any more. List the keys and try again.")
            }
            try record.insert(into: db)
        }
    }

    /// Erases a secret's sealed bytes and marks it removed.
    public func removeSecret(_ id: String, at time: Date) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE sealedSecret SET state = 'removed', sealed = x'', changedAt = ?
                    WHERE id = ? AND state <> 'removed'
                    """,
                arguments: [time.milliseconds, id]
            )
            guard db.changesCount == 1 else { return false }
            try db.countChangeOfSecrets()
            return true
        }
    }
}

extension Database {
    fileprivate func countChangeOfSecrets() throws {
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

extension SealedSecretRecord {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"],
            upstream: row["upstream"],
            label: row["label"],
            masterKeyID: row["masterKeyID"],
            sealed: row["sealed"],
            lastFour: row["lastFour"],
            fingerprint: row["fingerprint"],
            // The table's own check admits these words only.
            state: State(rawValue: row["state"]) ?? .removed,
            createdAt: Date(milliseconds: row["createdAt"]),
            changedAt: Date(milliseconds: row["changedAt"])
        )
    }

    fileprivate func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO sealedSecret
                    (id, upstream, label, masterKeyID, sealed, lastFour, fingerprint, state, createdAt, changedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, upstream, label, masterKeyID, sealed, lastFour, fingerprint, state.rawValue, createdAt.milliseconds,
                changedAt.milliseconds,
            ]
        )
        try db.countChangeOfSecrets()
    }
}
