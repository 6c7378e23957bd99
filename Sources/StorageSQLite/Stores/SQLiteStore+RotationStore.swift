public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: RotationStore {
    /// The rotation with an id.
    public func rotation(_ id: String) async throws -> RotationRecord? {
        try await read { db in try RotationRecord.one("id = ?", [id], in: db) }
    }

    /// The latest rotations, latest first.
    public func rotations(of upstream: String?, limit: Int) async throws -> [RotationRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM rotation WHERE upstream = coalesce(?, upstream) ORDER BY sequence DESC LIMIT ?
                    """,
                arguments: [upstream, limit]
            )
            .map(RotationRecord.init(row:))
        }
    }

    /// The rotation that a caller asked for under an idempotency key.
    public func rotation(ofActor actor: String, idempotencyKey: String) async throws -> RotationRecord? {
        try await read { db in
            try RotationRecord.one("actor = ? AND idempotencyKey = ?", [actor, idempotencyKey], in: db)
        }
    }

    /// Stores a new rotation, unless it was asked for before or another one is in its way.
    public func beginRotation(
        _ record: RotationRecord,
        forgettingKeysBefore time: Date,
        audit: AuditTrail
    ) async throws -> RotationStart {
        try await write { db in
            try db.execute(
                sql: "UPDATE rotation SET idempotencyKey = NULL WHERE idempotencyKey IS NOT NULL AND createdAt < ?",
                arguments: [time.milliseconds]
            )
            if let key = record.idempotencyKey,
                let known = try RotationRecord.one("actor = ? AND idempotencyKey = ?", [record.actor, key], in: db)
            {
                return .repeated(known)
            }
            if let other = try RotationRecord.one(
                "upstream = ? AND state IN ('requested', 'verifying')",
                [record.upstream],
                in: db
            ) {
                return .busy(other)
            }
            try record.insert(into: db)
            try db.append(audit)
            try db.countChangeOfSecrets()
            return .begun
        }
    }

    /// Moves a rotation on and changes secrets with it, in one transaction.
    public func moveRotation(
        _ record: RotationRecord,
        from state: RotationRecord.State,
        changing changes: [SecretChange],
        audit: AuditTrail
    ) async throws {
        try await write { db in
            try record.update(from: state, in: db)
            for change in changes { try change.perform(at: record.changedAt, in: db) }
            try db.append(audit)
            try db.countChangeOfSecrets()
        }
    }
}

extension SecretChange {
    fileprivate func perform(at time: Date, in db: Database) throws {
        let set = "UPDATE sealedSecret SET changedAt = ?, "
        let milliseconds = time.milliseconds
        switch self {
        case .add(let record):
            try record.insert(into: db)
        case .retire(let id):
            try db.execute(
                sql: set + "state = 'retired' WHERE id = ? AND state = 'active'",
                arguments: [milliseconds, id]
            )
            guard db.changesCount == 1 else {
                throw StoreError(.conflict, "The key to replace is not in use any more. List the keys and try again.")
            }
        case .restore(let id):
            try db.execute(
                sql: set + "state = 'active' WHERE id = ? AND state = 'retired'",
                arguments: [milliseconds, id]
            )
            guard db.changesCount == 1 else {
                throw StoreError(.conflict, "The old key is not kept any more. Rotate to a new one instead.")
            }
        case .withdraw(let id):
            try db.execute(
                sql: set + "state = 'removed', sealed = x'' WHERE id = ? AND state <> 'retired'",
                arguments: [milliseconds, id]
            )
            guard db.changesCount == 1 else {
                throw StoreError(.conflict, "The new key has been replaced since. Roll that rotation back first.")
            }
        case .erase(let id):
            try db.execute(
                sql: set + "state = 'removed', sealed = x'' WHERE id = ? AND state = 'retired'",
                arguments: [milliseconds, id]
            )
        }
    }
}
