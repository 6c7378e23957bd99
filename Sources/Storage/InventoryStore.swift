public import FoundationEssentials

/// Where the embedded inventory is kept.
public protocol InventoryStore: Sendable {
    /// The items that the filter lets through, by ascending id.
    func items(matching filter: InventoryFilter) async throws -> [InventoryItemRecord]

    /// The item with this id, or nil.
    func item(_ id: Int) async throws -> InventoryItemRecord?

    /// Stores a new item under the next free number; durable on return.
    func create(_ draft: InventoryItemDraft, at time: Date) async throws -> InventoryItemRecord

    /// Changes the fields that are not nil and returns the item as it is now; nil when there is no such item.
    func update(_ id: Int, _ change: InventoryItemChange, at time: Date) async throws -> InventoryItemRecord?

    /// Deletes an item and returns it as it was; nil when there is no such item.
    func delete(_ id: Int) async throws -> InventoryItemRecord?
}
