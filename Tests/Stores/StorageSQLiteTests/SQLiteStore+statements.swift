import GRDB

@testable import StorageSQLite

/// The statements that a connection has executed, with their arguments.
///
/// It is used by the one connection of a database in memory, which performs one statement after the other.
private final class Statements: @unchecked Sendable {
    var all: Set<String> = []
}

extension SQLiteStore {
    /// Returns the statements that read or change rows in some work, with their arguments.
    ///
    /// The database must be in memory, because then it has one connection.
    func statements(of work: () async throws -> Void) async throws -> Set<String> {
        let statements = Statements()
        try await write { db in
            db.trace { event in
                if case .statement(let statement) = event { statements.all.insert(statement.expandedSQL) }
            }
        }
        try await work()
        try await write { db in db.trace(nil) }
        let words = ["SELECT", "DELETE", "UPDATE", "INSERT"]
        return statements.all.filter { sql in words.contains { sql.hasPrefix($0) } }
    }

    /// Returns the steps by which statements are performed, each with its statement.
    func steps(of statements: Set<String>) async throws -> [String] {
        try await read { db in
            try statements.flatMap { sql in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { "\($0["detail"] as String) in: \(sql)" }
            }
        }
    }
}
