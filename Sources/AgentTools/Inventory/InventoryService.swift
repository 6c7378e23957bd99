public import Foundation
public import Storage

/// Where the inventory tools find their items: the embedded store, or a service elsewhere.
///
/// Every failure is an ``InventoryError``, so that a tool words each of them in one place.
public protocol InventoryService: Sendable {
    /// The items that the filter lets through, by ascending id.
    func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList

    /// One item.
    /// - Throws: ``InventoryError/Kind/notFound(_:)`` when there is none with this id.
    func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord

    /// Makes an item and gives it back with its number.
    func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord

    /// Changes an item and gives it back as it is now.
    /// - Parameter version: The `updatedAt` that the item must still have; nil for any.
    /// - Throws: ``InventoryError/Kind/changedMeanwhile(_:)`` when it has another.
    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord

    /// Deletes an item and gives it back as it was.
    /// - Parameter version: The `updatedAt` that the item must still have; nil for any.
    /// - Throws: ``InventoryError/Kind/changedMeanwhile(_:)`` when it has another.
    func delete(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord
}
