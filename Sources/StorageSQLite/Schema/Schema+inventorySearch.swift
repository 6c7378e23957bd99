import GRDB

extension Schema {
    /// The index that every filter of the inventory is answered from.
    ///
    /// FTS5 keeps, for each token, the ascending ids of the items that have it, and walks several such lists at once. The tokens are
    /// made here (`InventoryIndexEntry`), so the table stores no text (`content=''`), no positions (`detail=none`) and no
    /// sizes. The items by date alone need no index of their own any more.
    static let inventorySearch = """
        CREATE VIRTUAL TABLE inventorySearch USING fts5(
            tokens, content='', columnsize=0, detail=none, tokenize='ascii'
        );
        DROP INDEX inventoryItemByUpdate;

        """

    /// Makes the index and puts the items into it that are there already.
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
