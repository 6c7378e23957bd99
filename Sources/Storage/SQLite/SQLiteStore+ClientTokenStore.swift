import FoundationEssentials
import GRDB

extension SQLiteStore: ClientTokenStore {
    /// All tokens, in the order in which they were issued.
    public func clientTokens() async throws -> [ClientTokenRecord] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM clientToken ORDER BY sequence").map { row in
                ClientTokenRecord(
                    id: row["id"],
                    name: row["name"],
                    kind: row["kind"],
                    hash: row["hash"],
                    createdAt: Date(milliseconds: row["createdAt"])
                )
            }
        }
    }

    /// Stores a token.
    public func addClientToken(_ record: ClientTokenRecord) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO clientToken (id, name, kind, hash, createdAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [record.id, record.name, record.kind, record.hash, record.createdAt.milliseconds]
            )
        }
    }
}
