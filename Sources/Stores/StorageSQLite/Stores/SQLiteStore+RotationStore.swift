public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: RotationStore {
    /// Returns the rotation with this id, or `nil`.
    public func rotation(_ id: String) async throws -> RotationRecord? {
        try await read { db in try RotationRecord.one("id = ?", [id], in: db) }
    }

    /// Returns rotations, the latest first.
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

    /// Returns the rotation that an actor requested under an idempotency key, or `nil`.
    public func rotation(ofActor actor: String, idempotencyKey: String) async throws -> RotationRecord? {
        try await read { db in
            try RotationRecord.one("actor = ? AND idempotencyKey = ?", [actor, idempotencyKey], in: db)
        }
    }

    /// Stores a new rotation, unless it was requested before or another one is under check.
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
            let start = RotationStart(
                known: try record.idempotencyKey.flatMap { key in
                    try RotationRecord.one("actor = ? AND idempotencyKey = ?", [record.actor, key], in: db)
                },
                underCheck: try RotationRecord.one(
                    "upstream = ? AND state IN ('requested', 'verifying')",
                    [record.upstream],
                    in: db
                )
            )
            guard start == .begun else { return start }
            try record.insert(into: db)
            try db.append(audit)
            try db.countChangeOfSecrets()
            return start
        }
    }

    /// Stores a step of a rotation and its changes to secrets, in one transaction.
    public func moveRotation(
        _ record: RotationRecord,
        from state: RotationState,
        changing changes: [SecretChange],
        audit: AuditTrail
    ) async throws {
        try await write { db in
            try RotationRecord.requireStep(from: state, stored: RotationRecord.one("id = ?", [record.id], in: db))
            try record.update(in: db)
            for change in changes { try change.perform(at: record.changedAt, in: db) }
            try db.append(audit)
            try db.countChangeOfSecrets()
        }
    }
}

extension SecretChange {
    fileprivate func perform(at time: Date, in db: Database) throws {
        switch self {
        case .add(let record): try record.insert(into: db)
        case .retire(let id), .restore(let id), .withdraw(let id), .erase(let id):
            let state = try String.fetchOne(db, sql: "SELECT state FROM sealedSecret WHERE id = ?", arguments: [id])
            guard let transition = try transition(from: state.flatMap(SealedSecretState.init)) else { return }
            try db.execute(
                sql: "UPDATE sealedSecret SET changedAt = ?, state = ?, sealed = iif(?, x'', sealed) WHERE id = ?",
                arguments: [time.milliseconds, transition.state.rawValue, transition.erasesBytes, id]
            )
        }
    }
}
