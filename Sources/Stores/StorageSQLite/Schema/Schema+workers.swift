import GRDB
import Storage

extension Schema {
    /// The processes that work on runs, reservations and rotations: the node of a data folder, and the number of its process.
    ///
    /// Rows of earlier versions are those of the node that starts.
    static let workers =
        ["run", "reservation", "rotation"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN node TEXT NOT NULL DEFAULT 'local';
            ALTER TABLE \(table) ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

            """
        }.joined() + "ALTER TABLE runListing ADD COLUMN node TEXT NOT NULL DEFAULT 'local';"
}

extension LeftWork {
    /// The condition that selects the rows, with ``arguments``.
    static let condition = "(node, epoch) <> (?, ?) AND node = COALESCE(?, node)"

    /// The arguments of ``condition``.
    var arguments: StatementArguments { [heir.node.description, heir.epoch, node?.description] }
}

extension Worker {
    /// Reads the worker that a row names.
    init(row: Row) { self.init(node: NodeID(row["node"]), epoch: row["epoch"]) }
}
