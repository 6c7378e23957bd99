import FoundationEssentials
import GRDB
import Storage

/// The items of owners' lists, which have no search index: a list is short, and is read by its range of the key.
extension Database {
    /// Returns a page of an owner's items that match a filter.
    func ownedItems(of owner: String, matching filter: InventoryFilter) throws -> InventoryPage {
        var page = InventoryPage(items: [], rest: .exactly(0))
        var rest = 0
        let rows = try Row.fetchCursor(
            cachedStatement(sql: "SELECT * FROM ownedItem WHERE owner = ? AND id > ? ORDER BY id"),
            arguments: [owner, filter.after ?? 0]
        )
        while let row = try rows.next() {
            let item = InventoryItemRecord(row: row)
            guard filter.matches(item) else { continue }
            if page.items.count < filter.limit { page.items.append(item) } else { rest += 1 }
        }
        page.rest = .exactly(rest)
        return page
    }

    /// Returns an owner's item with this id, or `nil`.
    func ownedItem(_ id: Int, of owner: String) throws -> InventoryItemRecord? {
        try Row.fetchOne(
            cachedStatement(sql: "SELECT * FROM ownedItem WHERE owner = ? AND id = ?"),
            arguments: [owner, id]
        ).map(InventoryItemRecord.init(row:))
    }

    /// Stores a new item under the owner's next number.
    ///
    /// - Throws: ``InventoryFull`` if the owner has as many items as the limit.
    func insert(_ new: InventoryItemRecord, of owner: String, limit: Int?) throws -> InventoryItemRecord {
        let known =
            try Row.fetchOne(
                cachedStatement(sql: "SELECT lastID, count FROM ownedItemCount WHERE owner = ?"),
                arguments: [owner]
            ).map { (lastID: $0["lastID"] as Int, count: $0["count"] as Int) } ?? (lastID: 0, count: 0)
        if let limit, known.count >= limit { throw InventoryFull(limit: limit) }
        var item = new
        item.id = known.lastID + 1
        try cachedStatement(
            sql: """
                INSERT INTO ownedItem
                    (owner, id, title, quantity, unit, category, place, state, code, note, createdAt, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [owner, item.id] + item.ownedColumns)
        try cachedStatement(
            sql: """
                INSERT INTO ownedItemCount (owner, lastID, count) VALUES (?, ?, 1)
                ON CONFLICT (owner) DO UPDATE SET lastID = excluded.lastID, count = count + 1
                """
        ).execute(arguments: [owner, item.id])
        return item
    }

    /// Changes an item of an owner if it has a version; the change returns the item to show.
    func changeOwnedItem(
        _ id: Int,
        of owner: String,
        ifUpdatedAt version: Date?,
        _ change: (InventoryItemRecord) throws -> InventoryItemRecord
    ) throws -> InventoryChangeResult {
        guard let old = try ownedItem(id, of: owner) else { return .missing }
        guard old.isVersion(version) else { return .conflict(old) }
        return .done(try change(old))
    }

    /// Replaces an owner's item by one with the same id.
    func replace(with new: InventoryItemRecord, of owner: String) throws {
        try cachedStatement(
            sql: """
                UPDATE ownedItem SET
                    title = ?, quantity = ?, unit = ?, category = ?, place = ?, state = ?, code = ?, note = ?,
                    createdAt = ?, updatedAt = ?
                WHERE owner = ? AND id = ?
                """
        ).execute(arguments: new.ownedColumns + [owner, new.id])
    }

    /// Deletes an owner's item; its number is not used again.
    func deleteOwnedItem(_ id: Int, of owner: String) throws {
        try cachedStatement(sql: "DELETE FROM ownedItem WHERE owner = ? AND id = ?").execute(arguments: [owner, id])
        try cachedStatement(sql: "UPDATE ownedItemCount SET count = count - 1 WHERE owner = ?")
            .execute(arguments: [owner])
    }
}

extension InventoryItemRecord {
    /// The values of all columns after the id, in the order of the table of owned items.
    fileprivate var ownedColumns: StatementArguments {
        [
            title, quantity, unit, category, place, state, code, note, createdAt.milliseconds,
            updatedAt.milliseconds,
        ]
    }
}
