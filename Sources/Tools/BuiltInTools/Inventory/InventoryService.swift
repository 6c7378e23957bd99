public import AgentTools
public import Foundation
public import ToolRecords

/// A source of inventory items: the embedded store, or an external service.
///
/// Every failure is an ``InventoryError``, so that all tools share the texts for failures.
public protocol InventoryService: Sendable {
    /// Returns the inventory that a caller sees; by default this one, for all callers.
    /// - Throws: ``InventoryError/Kind/notShared`` if the caller needs a separate one, and the service has none.
    func inventory(of caller: Caller) async throws(InventoryError) -> any InventoryService

    /// Returns the items that match the filter, by ascending id.
    func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList

    /// Returns one item.
    /// - Throws: ``InventoryError/Kind/notFound(_:)`` if no item has this id.
    func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord

    /// Creates an item and returns it with its id.
    func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord

    /// Changes an item and returns its new state.
    /// - Parameter version: The expected `updatedAt` of the item; nil for any.
    /// - Throws: ``InventoryError/Kind/changedMeanwhile(_:)`` if the item has another.
    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord

    /// Deletes an item and returns its last state.
    /// - Parameter version: The expected `updatedAt` of the item; nil for any.
    /// - Throws: ``InventoryError/Kind/changedMeanwhile(_:)`` if the item has another.
    func delete(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord
}

extension InventoryService {
    /// This inventory.
    public func inventory(of caller: Caller) async throws(InventoryError) -> any InventoryService { self }
}
