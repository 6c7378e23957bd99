public import Foundation
public import Storage

/// The inventory in Torii's own database; it needs no key and no network.
public struct EmbeddedInventory: InventoryService {
    private static let service = "The inventory"
    private let store: any InventoryStore

    /// Takes the store that holds the items.
    public init(store: any InventoryStore) {
        self.store = store
    }

    /// The items that the filter lets through, by ascending id.
    public func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList {
        // One more than is shown tells whether there are more.
        var wider = filter
        wider.limit += 1
        let items = try await Self.naming { [wider] () async throws in try await store.items(matching: wider) }
        return InventoryList(items: Array(items.prefix(filter.limit)), isComplete: items.count <= filter.limit)
    }

    /// One item.
    public func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        try await Self.found(id) { () async throws in try await store.item(id) }
    }

    /// Makes an item and gives it back with its number.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord {
        try await Self.naming { () async throws in try await store.create(draft, at: time) }
    }

    /// Changes the fields that are not nil and gives the item back as it is now.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord {
        try await Self.found(id) { () async throws in try await store.update(id, change, at: time) }
    }

    /// Deletes an item and gives it back as it was.
    public func delete(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        try await Self.found(id) { () async throws in try await store.delete(id) }
    }

    private static func found(
        _ id: Int,
        _ body: () async throws -> InventoryItemRecord?
    ) async throws(InventoryError) -> InventoryItemRecord {
        guard let item = try await naming(body) else { throw InventoryError(.notFound(id), of: service) }
        return item
    }

    private static func naming<Value>(_ body: () async throws -> Value) async throws(InventoryError) -> Value {
        do {
            return try await body()
        } catch is CancellationError {
            throw InventoryError(.cancelled, of: service)
        } catch {
            throw InventoryError(.storage, of: service)
        }
    }
}
