import GRDB

extension Schema {
    /// The index that answers every filter of the inventory.
    ///
    /// For each token, FTS5 keeps the ascending ids of the items that have it, and it reads several such lists in step. Torii makes the
    /// tokens (`InventoryIndexEntry`), so the table stores no text (`content=''`), no positions (`detail=none`) and no sizes. The separate
    /// index by date is no longer needed.
    static let inventorySearch = """
        CREATE VIRTUAL TABLE inventorySearch USING fts5(
            tokens, content='', columnsize=0, detail=none, tokenize='ascii'
        );
        DROP INDEX inventoryItemByUpdate;

        """

    /// Creates the index and adds the existing items to it.
    static func addInventorySearch(_ db: Database) throws {
        try db.execute(sql: inventorySearch)
        let items = try Row.fetchCursor(
            db,
            sql: "SELECT id, foldedTitle, category, place, state, code, updatedAt FROM inventoryItem ORDER BY id"
        )
        while let row = try items.next() {
            try db.index(InventoryIndexEntry(row: row).tokens, of: row["id"])
        }
    }
}
