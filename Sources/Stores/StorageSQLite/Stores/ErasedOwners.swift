import GRDB
import Storage

/// The owners whose rows an erasure deletes, as a condition on a column with the parameters 1 to 3.
struct ErasedOwners {
    /// The tables whose key starts with the owner, with the name of that column: every owner of data is in one of them.
    private static let tables = [
        ("clientSize", "client"), ("healthSampleCount", "client"), ("device", "client"), ("lateOutput", "client"),
        ("ownedItemCount", "owner"), ("endUser", "owner"),
    ]

    /// The owner of the erasure.
    let owner: Owner
    /// Whether the users of the client are included.
    private let includesUsers: Bool

    init(_ scope: ErasureScope, of owner: Owner) {
        self.owner = owner
        includesUsers = owner.user == nil && scope == .everything
    }

    /// Returns the condition on a column.
    ///
    /// A primary key that starts with the column finds the rows.
    static func condition(on column: String = "client") -> String {
        "(\(column) = ?1 OR \(column) >= ?2 AND \(column) < ?3)"
    }

    /// The arguments of ``condition(on:)``.
    ///
    /// The character after the slash is the digit 0.
    var arguments: StatementArguments {
        includesUsers ? [owner.text, owner.client + "/", owner.client + "0"] : [owner.text, "", ""]
    }

    /// The condition that any of the owners has data, with ``arguments``.
    static let hasData = tables.map { table, column in
        "EXISTS (SELECT 1 FROM \(table) WHERE \(condition(on: column)))"
    }.joined(separator: " OR ")

    /// Reads a page of the erased users of a client, in the order of their texts.
    func users(after place: Owner?, in db: Database) throws -> [Owner] {
        guard includesUsers else { return [] }
        let pages = Self.tables.map { table, column in
            """
            SELECT owner FROM (
                SELECT DISTINCT \(column) AS owner FROM \(table) WHERE \(column) > ?1 AND \(column) < ?2
                ORDER BY \(column) LIMIT 200)
            """
        }
        return try String.fetchAll(
            db.cachedStatement(sql: pages.joined(separator: " UNION ") + " ORDER BY owner LIMIT 200"),
            arguments: [place?.text ?? owner.client + "/", owner.client + "0"]
        ).map(Owner.init(stored:))
    }
}
