public import FoundationEssentials
import GRDB

extension SQLiteStore: InventoryStore {
    /// A page of the items that the filter lets through, by ascending id.
    public func items(matching filter: InventoryFilter) async throws -> InventoryPage {
        guard let query = InventoryQuery(filter) else { return InventoryPage(items: [], rest: .exactly(0)) }
        return try await read { db in try query.page(asking: query.asked(in: db), in: db) }
    }

    /// The item with this id, or nil.
    public func item(_ id: Int) async throws -> InventoryItemRecord? {
        try await read { db in try db.inventoryItem(id) }
    }

    /// Stores a new item under the next free number.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws -> InventoryItemRecord {
        try await write { db in try db.insert(draft, under: nil, createdAt: time, updatedAt: time) }
    }

    /// Changes an item.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws -> InventoryChangeResult {
        try await write { db in
            guard let item = try db.inventoryItem(id) else { return .missing }
            guard item.isVersion(version) else { return .conflict(item) }
            var changed = change.applied(to: item)
            // Always later, also when the clock has gone back: the time tells one version from another.
            changed.updatedAt = max(
                Date(milliseconds: time.milliseconds),
                Date(milliseconds: item.updatedAt.milliseconds + 1)
            )
            return .done(try db.replace(by: changed))
        }
    }

    /// Deletes an item.
    public func delete(_ id: Int, ifUpdatedAt version: Date?) async throws -> InventoryChangeResult {
        try await write { db in
            guard let item = try db.inventoryItem(id) else { return .missing }
            guard item.isVersion(version) else { return .conflict(item) }
            try db.unindex(id)
            try db.execute(sql: "DELETE FROM inventoryItem WHERE id = ?", arguments: [id])
            return .done(item)
        }
    }
}

extension InventoryItemRecord {
    /// Whether this is the version that was last changed at this time; nil stands for any.
    fileprivate func isVersion(_ version: Date?) -> Bool {
        version.map { $0.milliseconds == updatedAt.milliseconds } ?? true
    }
}
