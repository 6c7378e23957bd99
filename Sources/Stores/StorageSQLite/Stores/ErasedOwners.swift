import GRDB
import Storage

/// The owners whose rows an erasure deletes, as a condition on the column `client` with the parameters 1 to 3.
struct ErasedOwners {
    /// The owner of the erasure.
    let owner: Owner
    /// Whether the users of the client are included.
    private let includesUsers: Bool

    init(_ scope: ErasureScope, of owner: Owner) {
        self.owner = owner
        includesUsers = owner.user == nil && scope == .everything
    }

    /// The condition.
    ///
    /// A primary key that starts with the client finds the rows.
    static let condition = "(client = ?1 OR client >= ?2 AND client < ?3)"

    /// The arguments of the condition.
    ///
    /// The character after the slash is the digit 0.
    var arguments: StatementArguments {
        includesUsers ? [owner.text, owner.client + "/", owner.client + "0"] : [owner.text, "", ""]
    }

    /// Reads the owners that have data.
    func all(in db: Database) throws -> [Owner] {
        guard includesUsers else { return [owner] }
        return try String.fetchAll(
            db,
            sql: """
                SELECT ?1 UNION SELECT client FROM clientSize WHERE \(Self.condition)
                UNION SELECT client FROM healthSampleCount WHERE \(Self.condition)
                """,
            arguments: arguments
        ).map(Owner.init(stored:))
    }
}
