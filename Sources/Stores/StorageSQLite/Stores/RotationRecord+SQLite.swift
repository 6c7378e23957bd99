import FoundationEssentials
import GRDB
import Storage

extension RotationRecord {
    /// Returns the rotations that may still change.
    static func open(in db: Database) throws -> [RotationRecord] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM rotation
                WHERE state IN ('requested', 'verifying', 'active', 'draining') OR (state = 'retired' AND erasedAt IS NULL)
                ORDER BY sequence
                """
        )
        .map(RotationRecord.init(row:))
    }

    /// Returns the only rotation that meets a condition, which must be constant text.
    static func one(_ condition: String, _ arguments: StatementArguments, in db: Database) throws -> RotationRecord? {
        try Row.fetchOne(db, sql: "SELECT * FROM rotation WHERE " + condition, arguments: arguments)
            .map(RotationRecord.init(row:))
    }

    init(row: Row) {
        func date(_ column: String) -> Date? { (row[column] as Int64?).map(Date.init(milliseconds:)) }
        self.init(
            id: row["id"],
            worker: Worker(row: row),
            upstream: row["upstream"],
            oldKey: row["oldKey"],
            newKey: row["newKey"],
            fingerprint: row["fingerprint"],
            lastFour: row["lastFour"],
            isForced: row["isForced"],
            drain: row["drain"],
            keep: row["keep"],
            actor: row["actor"],
            idempotencyKey: row["idempotencyKey"],
            requestHash: row["requestHash"],
            createdAt: Date(milliseconds: row["createdAt"])
        )
        // The check of the table allows no other words.
        state = RotationState(rawValue: row["state"]) ?? .rejected
        verdict = row["verdict"]
        verdictReason = row["verdictReason"]
        reason = row["reason"]
        changedAt = Date(milliseconds: row["changedAt"])
        activatedAt = date("activatedAt")
        retiredAt = date("retiredAt")
        erasedAt = date("erasedAt")
    }

    func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO rotation
                    (id, upstream, state, oldKey, newKey, fingerprint, lastFour, isForced, drain, keep, actor,
                    idempotencyKey, requestHash, createdAt, changedAt, node, epoch)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, upstream, state.rawValue, oldKey, newKey, fingerprint, lastFour, isForced, drain, keep, actor,
                idempotencyKey, requestHash, createdAt.milliseconds, changedAt.milliseconds, worker.node.description,
                worker.epoch,
            ]
        )
    }

    /// Writes the columns that change in the course of a rotation.
    func update(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE rotation
                SET state = ?, verdict = ?, verdictReason = ?, reason = ?, changedAt = ?, activatedAt = ?, retiredAt = ?,
                    erasedAt = ?, node = ?, epoch = ?
                WHERE id = ?
                """,
            arguments: [
                state.rawValue, verdict, verdictReason, reason, changedAt.milliseconds, activatedAt?.milliseconds,
                retiredAt?.milliseconds, erasedAt?.milliseconds, worker.node.description, worker.epoch, id,
            ]
        )
    }
}
