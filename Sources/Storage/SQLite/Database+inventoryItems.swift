import FoundationEssentials
import GRDB

/// Items and their entries in the index, always changed together.
extension Database {
    /// The item with this id, or nil.
    func inventoryItem(_ id: Int) throws -> InventoryItemRecord? {
        try Row.fetchOne(cachedStatement(sql: "SELECT * FROM inventoryItem WHERE id = ?"), arguments: [id])
            .map(InventoryItemRecord.init(row:))
    }

    /// Stores a new item, under the next free number when none is given.
    func insert(
        _ draft: InventoryItemDraft,
        under id: Int?,
        createdAt: Date,
        updatedAt: Date
    ) throws -> InventoryItemRecord {
        var item = InventoryItemRecord(
            id: 0,
            title: draft.title,
            quantity: draft.quantity,
            unit: draft.unit,
            category: draft.category,
            place: draft.place,
            state: draft.state,
            code: draft.code,
            note: draft.note,
            createdAt: Date(milliseconds: createdAt.milliseconds),
            updatedAt: Date(milliseconds: updatedAt.milliseconds)
        ).withoutNulls
        try cachedStatement(
            sql: """
                INSERT INTO inventoryItem
                    (id, title, foldedTitle, quantity, unit, category, place, state, code, note, createdAt, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [id] + item.columns)
        item.id = Int(lastInsertedRowID)
        try index(InventoryIndexEntry(item), of: item.id)
        return item
    }

    /// Stores an item as it is now in the place of what it was, and gives it back as it is stored.
    func replace(by item: InventoryItemRecord) throws -> InventoryItemRecord {
        let item = item.withoutNulls
        try unindex(item.id)
        try cachedStatement(
            sql: """
                UPDATE inventoryItem SET
                    title = ?, foldedTitle = ?, quantity = ?, unit = ?, category = ?, place = ?, state = ?, code = ?, note = ?,
                    createdAt = ?, updatedAt = ?
                WHERE id = ?
                """
        ).execute(arguments: item.columns + [item.id])
        try index(InventoryIndexEntry(item), of: item.id)
        return item
    }

    /// Takes an item out of the index by what is stored of it, which is what it was put in by.
    func unindex(_ id: Int) throws {
        let row = try Row.fetchOne(
            cachedStatement(
                sql: "SELECT foldedTitle, category, place, state, code, updatedAt FROM inventoryItem WHERE id = ?"
            ),
            arguments: [id]
        )
        if let row { try unindex(InventoryIndexEntry(row: row), of: id) }
    }
}

extension InventoryItemRecord {
    /// The values of all columns after the id, in the order of the table.
    fileprivate var columns: StatementArguments {
        [
            title, title.foldedForSearch, quantity, unit, category, place, state, code, note, createdAt.milliseconds,
            updatedAt.milliseconds,
        ]
    }

    /// The item as it can be stored: see `String.withoutNulls`.
    fileprivate var withoutNulls: InventoryItemRecord {
        var item = self
        item.title = title.withoutNulls
        item.unit = unit?.withoutNulls
        item.category = category?.withoutNulls
        item.place = place?.withoutNulls
        item.state = state?.withoutNulls
        item.code = code?.withoutNulls
        item.note = note?.withoutNulls
        return item
    }

    /// Reads a row of the table.
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
