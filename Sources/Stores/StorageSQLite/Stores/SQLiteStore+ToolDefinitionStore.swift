import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ToolDefinitionStore {
    /// Returns the definitions of a server, or of all servers.
    public func toolDefinitions(of server: String?) async throws -> RevisedList<ToolDefinitionRecord> {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT * FROM toolDefinition WHERE server = ?1 OR ?1 IS NULL ORDER BY server, tool",
                arguments: [server]
            )
            let records = rows.map { row in
                ToolDefinitionRecord(
                    server: row["server"],
                    tool: row["tool"],
                    acceptedDigest: row["acceptedDigest"],
                    seenDigest: row["seenDigest"],
                    summary: row["summary"],
                    seenAt: Date(milliseconds: row["seenAt"]),
                    acceptedAt: (row["acceptedAt"] as Int64?).map(Date.init(milliseconds:))
                )
            }
            return RevisedList(revision: try db.revision(of: .toolDefinitions), records: records)
        }
    }

    /// Stores or replaces definitions.
    @discardableResult
    public func saveToolDefinitions(_ records: [ToolDefinitionRecord]) async throws -> Int {
        try await write { db in
            for record in records {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO toolDefinition
                            (server, tool, acceptedDigest, seenDigest, summary, seenAt, acceptedAt)
                            VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        record.server, record.tool, record.acceptedDigest, record.seenDigest, record.summary,
                        record.seenAt.milliseconds, record.acceptedAt?.milliseconds,
                    ]
                )
            }
            return try db.countChange(of: .toolDefinitions)
        }
    }
}
