import GRDB
public import Storage

extension SQLiteStore: RevisionStore {
    /// Returns the revisions of all lists.
    public func revisions() async throws -> StoreRevisions {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT list, count FROM listRevision UNION ALL SELECT 'secrets', revision FROM vaultRoot"
            )
            let counts = Dictionary(rows.map { ($0["list"] as String, $0["count"] as Int) }) { first, _ in first }
            func count(_ list: RevisedTable) -> Int { counts[list.rawValue] ?? 0 }
            return StoreRevisions(
                secrets: counts["secrets"] ?? 0,
                clients: count(.clients),
                browserSessions: count(.browserSessions),
                devices: count(.devices),
                toolDefinitions: count(.toolDefinitions),
                issuers: count(.issuers)
            )
        }
    }
}

/// A list with a row in `listRevision`.
enum RevisedTable: String {
    case clients, browserSessions, devices, toolDefinitions, issuers
}

extension Database {
    /// Returns the number of changes to a list.
    func revision(of list: RevisedTable) throws -> Int {
        try Int.fetchOne(
            self,
            sql: "SELECT count FROM listRevision WHERE list = ?",
            arguments: [list.rawValue]
        ) ?? 0
    }

    /// Counts a change of a list, in the transaction of the change; returns the new revision.
    func countChange(of list: RevisedTable) throws -> Int {
        try execute(
            sql: "UPDATE listRevision SET count = count + 1 WHERE list = ?",
            arguments: [list.rawValue]
        )
        return try revision(of: list)
    }
}
