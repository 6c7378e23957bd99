import FoundationEssentials
import GRDB
import Storage

/// Changes to items and their entries in the index, always together.
///
/// They run inside write transactions, so they only write what ``IndexedInventoryItem`` has computed before.
extension Database {
    /// Returns the item with this id, or `nil`.
    func inventoryItem(_ id: Int) throws -> InventoryItemRecord? {
        try inventoryRow(id).map(InventoryItemRecord.init(row:))
    }

    /// Returns the row of the item with this id, or `nil`.
    func inventoryRow(_ id: Int) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: "SELECT * FROM inventoryItem WHERE id = ?"), arguments: [id])
    }

    /// Stores a new item, under the next free number if `id` is `nil`.
    func insert(_ new: IndexedInventoryItem, under id: Int?) throws -> InventoryItemRecord {
        try cachedStatement(
            sql: """
                INSERT INTO inventoryItem
                    (id, title, foldedTitle, quantity, unit, category, place, state, code, note, createdAt, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [id] + new.columns)
        var item = new.item
        item.id = Int(lastInsertedRowID)
        try index(new.tokens, of: item.id)
        return item
    }

    /// Replaces an item and returns the new one.
    func replace(_ old: IndexedInventoryItem, by new: IndexedInventoryItem) throws -> InventoryItemRecord {
        try unindex(old.tokens, of: old.item.id)
        try cachedStatement(
            sql: """
                UPDATE inventoryItem SET
                    title = ?, foldedTitle = ?, quantity = ?, unit = ?, category = ?, place = ?, state = ?, code = ?, note = ?,
                    createdAt = ?, updatedAt = ?
                WHERE id = ?
                """
        ).execute(arguments: new.columns + [old.item.id])
        try index(new.tokens, of: old.item.id)
        return new.item
    }

    /// Deletes an item.
    func delete(_ old: IndexedInventoryItem) throws {
        try unindex(old.tokens, of: old.item.id)
        try execute(sql: "DELETE FROM inventoryItem WHERE id = ?", arguments: [old.item.id])
    }

    /// Whether a stored item has not changed.
    func stillHas(_ old: IndexedInventoryItem) throws -> Bool {
        guard let row = try inventoryRow(old.item.id) else { return false }
        let foldedTitle: String = row["foldedTitle"]
        return InventoryItemRecord(row: row) == old.item && foldedTitle == old.foldedTitle
    }
}

extension IndexedInventoryItem {
    /// The values of all columns after the id, in the order of the table.
    fileprivate var columns: StatementArguments {
        [
            item.title, foldedTitle, item.quantity, item.unit, item.category, item.place, item.state, item.code,
            item.note, item.createdAt.milliseconds, item.updatedAt.milliseconds,
        ]
    }
}

extension InventoryItemRecord {
    /// Reads an item from a row.
    init(row: Row) {
        self.init(
            id: row["id"],
            title: row["title"],
            quantity: row["quantity"],
            unit: row["unit"],
            category: row["category"],
            place: row["place"],
            state: row["state"],
            code: row["code"],
            note: row["note"],
            createdAt: Date(milliseconds: row["createdAt"]),
            updatedAt: Date(milliseconds: row["updatedAt"])
        )
    }
}
