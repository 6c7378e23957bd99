public import AgentTools
public import Foundation
public import ToolRecords

/// The inventory in Torii's own database, which needs no key and no network.
public struct EmbeddedInventory: InventoryService {
    private static let service = "The inventory"
    private let store: any InventoryStore
    private var shelf = InventoryShelf.common
    /// The most items of an owner's list; `nil` for no limit.
    private var limit: Int?

    /// Makes an inventory of the common items in a store.
    public init(store: any InventoryStore) {
        self.store = store
    }

    /// Returns the inventory of the list that a caller sees.
    public func inventory(of caller: Caller) async throws(InventoryError) -> any InventoryService {
        var own = self
        (own.shelf, own.limit) = (caller.shelf, caller.inventoryLimit)
        return own
    }

    /// Returns the items that match the filter, by ascending id.
    public func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList {
        let page = try await Self.convertingErrors { () async throws in
            try await store.items(matching: filter, on: shelf)
        }
        return InventoryList(items: page.items, rest: page.rest)
    }

    /// Returns one item.
    public func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        let item = try await Self.convertingErrors { () async throws in try await store.item(id, on: shelf) }
        guard let item else { throw InventoryError(.notFound(id), of: Self.service) }
        return item
    }

    /// Creates an item and returns it with its id.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord {
        try await Self.convertingErrors { () async throws in
            try await store.create(draft, at: time, on: shelf, limit: limit)
        }
    }

    /// Changes an item and returns its new state.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord {
        let result = try await Self.convertingErrors { () async throws in
            try await store.update(id, change, ifUpdatedAt: version, at: time, on: shelf)
        }
        return try Self.item(id, of: result)
    }

    /// Deletes an item and returns its last state.
    public func delete(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord {
        let result = try await Self.convertingErrors { () async throws in
            try await store.delete(id, ifUpdatedAt: version, on: shelf)
        }
        return try Self.item(id, of: result)
    }

    private static func item(
        _ id: Int,
        of result: InventoryChangeResult
    ) throws(InventoryError) -> InventoryItemRecord {
        switch result {
        case .done(let item): return item
        case .conflict(let item): throw InventoryError(.changedMeanwhile(item), of: service)
        case .missing: throw InventoryError(.notFound(id), of: service)
        }
    }

    private static func convertingErrors<Value>(_ body: () async throws -> Value) async throws(InventoryError) -> Value
    {
        do {
            return try await body()
        } catch is CancellationError {
            throw InventoryError(.cancelled, of: service)
        } catch let full as InventoryFull {
            throw InventoryError(.full(full.limit), of: service)
        } catch {
            throw InventoryError(.storage, of: service)
        }
    }
}
