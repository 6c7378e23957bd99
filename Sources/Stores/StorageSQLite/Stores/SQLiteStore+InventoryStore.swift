public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: InventoryStore {
    /// Returns a page of the items that match a filter, by ascending id.
    public func items(matching filter: InventoryFilter, on shelf: InventoryShelf) async throws -> InventoryPage {
        if let owner = shelf.owner { return try await read { db in try db.ownedItems(of: owner, matching: filter) } }
        guard let query = InventoryQuery(filter) else { return InventoryPage(items: [], rest: .exactly(0)) }
        return try await read { db in try query.page(asking: query.asked(in: db), in: db) }
    }

    /// Returns the item with this id, or `nil`.
    public func item(_ id: Int, on shelf: InventoryShelf) async throws -> InventoryItemRecord? {
        try await read { db in
            if let owner = shelf.owner { try db.ownedItem(id, of: owner) } else { try db.inventoryItem(id) }
        }
    }

    /// Stores a new item under the next free number.
    public func create(
        _ draft: InventoryItemDraft,
        at time: Date,
        on shelf: InventoryShelf,
        limit: Int?
    ) async throws -> InventoryItemRecord {
        if let owner = shelf.owner {
            let item = InventoryItemRecord(draft, createdAt: time, updatedAt: time).storable
            return try await write { db in try db.insert(item, of: owner, limit: limit) }
        }
        let item = IndexedInventoryItem(InventoryItemRecord(draft, createdAt: time, updatedAt: time))
        return try await write { db in try db.insert(item, under: nil) }
    }

    /// Changes an item.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date,
        on shelf: InventoryShelf
    ) async throws -> InventoryChangeResult {
        if let owner = shelf.owner {
            return try await write { db in
                try db.changeOwnedItem(id, of: owner, ifUpdatedAt: version) { old in
                    let new = old.changed(by: change, at: time).storable
                    try db.replace(with: new, of: owner)
                    return new
                }
            }
        }
        return try await changeItem(id, ifUpdatedAt: version) { old in
            let new = IndexedInventoryItem(old.item.changed(by: change, at: time))
            return { db in try db.replace(old, by: new) }
        }
    }

    /// Deletes an item.
    public func delete(
        _ id: Int,
        ifUpdatedAt version: Date?,
        on shelf: InventoryShelf
    ) async throws -> InventoryChangeResult {
        if let owner = shelf.owner {
            return try await write { db in
                try db.changeOwnedItem(id, of: owner, ifUpdatedAt: version) { old in
                    try db.deleteOwnedItem(old.id, of: owner)
                    return old
                }
            }
        }
        return try await changeItem(id, ifUpdatedAt: version) { old in
            { db in
                try db.delete(old)
                return old.item
            }
        }
    }

    /// Reads an item, prepares a change to it, and makes the change in a transaction if the item has not changed by then.
    ///
    /// The time for the preparation grows with the item's texts, and an open write transaction blocks other writers. If the item has
    /// changed, it is read again; then another writer has made progress.
    private func changeItem(
        _ id: Int,
        ifUpdatedAt version: Date?,
        _ prepare: (IndexedInventoryItem) -> @Sendable (Database) throws -> InventoryItemRecord
    ) async throws -> InventoryChangeResult {
        while true {
            try Task.checkCancellation()
            guard let old = try await read({ db in try db.inventoryRow(id).map(IndexedInventoryItem.init(row:)) })
            else { return .missing }
            guard old.item.isVersion(version) else { return .conflict(old.item) }
            let change = prepare(old)
            let changed = try await write { db in try db.stillHas(old) ? change(db) : nil }
            if let changed { return .done(changed) }
        }
    }
}
