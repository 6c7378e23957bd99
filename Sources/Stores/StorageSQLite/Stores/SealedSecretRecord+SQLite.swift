import FoundationEssentials
import GRDB
import Storage

extension SealedSecretRecord {
    static func all(in db: Database) throws -> [SealedSecretRecord] {
        try Row.fetchAll(db, sql: "SELECT * FROM sealedSecret ORDER BY sequence").map(SealedSecretRecord.init(row:))
    }

    init(row: Row) {
        self.init(
            id: row["id"],
            upstream: row["upstream"],
            label: row["label"],
            masterKeyID: row["masterKeyID"],
            sealed: row["sealed"],
            lastFour: row["lastFour"],
            fingerprint: row["fingerprint"],
            // The check of the table allows no other words.
            state: SealedSecretState(rawValue: row["state"]) ?? .removed,
            weight: row["weight"],
            models: Self.names(row["models"]),
            tools: Self.names(row["tools"]),
            expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)),
            destinations: (row["destinations"] as String?).map(Self.names),
            exposedAt: (row["exposedAt"] as Int64?).map(Date.init(milliseconds:)),
            createdAt: Date(milliseconds: row["createdAt"]),
            changedAt: Date(milliseconds: row["changedAt"])
        )
    }

    func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO sealedSecret
                    (id, upstream, label, masterKeyID, sealed, lastFour, fingerprint, state, weight, models, tools,
                    expiresAt, destinations, exposedAt, createdAt, changedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, upstream, label, masterKeyID, sealed, lastFour, fingerprint, state.rawValue, weight,
                models.joined(separator: "\n"), tools.joined(separator: "\n"), expiresAt?.milliseconds,
                destinations?.joined(separator: "\n"), exposedAt?.milliseconds, createdAt.milliseconds,
                changedAt.milliseconds,
            ]
        )
    }

    /// Writes the description, which a person may change.
    func updateDescription(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE sealedSecret SET label = ?, weight = ?, models = ?, tools = ?, expiresAt = ?, destinations = ?,
                exposedAt = ?, changedAt = ? WHERE id = ?
                """,
            arguments: [
                label, weight, models.joined(separator: "\n"), tools.joined(separator: "\n"), expiresAt?.milliseconds,
                destinations?.joined(separator: "\n"), exposedAt?.milliseconds, changedAt.milliseconds, id,
            ]
        )
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}
