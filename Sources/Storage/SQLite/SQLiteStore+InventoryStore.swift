public import FoundationEssentials
import GRDB

extension SQLiteStore: InventoryStore {
    /// The items that the filter lets through, by ascending id.
    public func items(matching filter: InventoryFilter) async throws -> [InventoryItemRecord] {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if let title = filter.title, !title.isEmpty {
            // `instr` has no wildcards, so `%` and `_` in a title are found as they stand.
            conditions.append("instr(foldedTitle, ?) > 0")
            arguments += [title.foldedForSearch]
        }
        if let from = filter.updatedFrom {
            conditions.append("updatedAt >= ?")
            arguments += [from.milliseconds]
        }
        if let before = filter.updatedBefore {
            conditions.append("updatedAt < ?")
            arguments += [before.milliseconds]
        }
        let filtered = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        arguments += [max(0, filter.limit)]
        let sql = "SELECT * FROM inventoryItem\(filtered) ORDER BY id LIMIT ?"
        return try await read { [arguments] db in
            try Row.fetchAll(db, sql: sql, arguments: arguments).map(InventoryItemRecord.init(row:))
        }
    }

    /// The item with this id, or nil.
    public func item(_ id: Int) async throws -> InventoryItemRecord? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM inventoryItem WHERE id = ?", arguments: [id])
                .map(InventoryItemRecord.init(row:))
        }
    }

    /// Stores a new item under the next free number.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws -> InventoryItemRecord {
        let record = InventoryItemRecord(
            id: 0,
            title: draft.title,
            quantity: draft.quantity,
            unit: draft.unit,
            category: draft.category,
            place: draft.place,
            state: draft.state,
            code: draft.code,
            note: draft.note,
            createdAt: Date(milliseconds: time.milliseconds),
            updatedAt: Date(milliseconds: time.milliseconds)
        )
        return try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO inventoryItem
                        (title, foldedTitle, quantity, unit, category, place, state, code, note, createdAt, updatedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    record.title, record.title.foldedForSearch, record.quantity, record.unit, record.category,
                    record.place,
                    record.state, record.code, record.note, time.milliseconds, time.milliseconds,
                ]
            )
            var stored = record
            stored.id = Int(db.lastInsertedRowID)
            return stored
        }
    }

    /// Changes the fields that are not nil and returns the item as it is now.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        at time: Date
    ) async throws -> InventoryItemRecord? {
        try await write { db in
            try Row.fetchOne(
                db,
                sql: """
                    UPDATE inventoryItem SET
                        title = COALESCE(?, title), foldedTitle = COALESCE(?, foldedTitle), quantity = COALESCE(?, quantity),
                        unit = COALESCE(?, unit), category = COALESCE(?, category), place = COALESCE(?, place),
                        state = COALESCE(?, state), code = COALESCE(?, code), note = COALESCE(?, note), updatedAt = ?
                    WHERE id = ? RETURNING *
                    """,
                arguments: [
                    change.title, change.title?.foldedForSearch, change.quantity, change.unit, change.category,
                    change.place,
                    change.state, change.code, change.note, time.milliseconds, id,
                ]
            ).map(InventoryItemRecord.init(row:))
        }
    }

    /// Deletes an item and returns it as it was.
    public func delete(_ id: Int) async throws -> InventoryItemRecord? {
        try await write { db in
            try Row.fetchOne(db, sql: "DELETE FROM inventoryItem WHERE id = ? RETURNING *", arguments: [id])
                .map(InventoryItemRecord.init(row:))
        }
    }
}

extension InventoryItemRecord {
    fileprivate init(row: Row) {
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
