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

    /// Changes the fields that are not nil and gives the item back as it is now.
    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord

    /// Deletes an item and gives it back as it was.
    func delete(_ id: Int) async throws(InventoryError) -> InventoryItemRecord
}

/// Some items, and whether they are all.
public struct InventoryList: Sendable, Equatable {
    /// The items, by ascending id.
    public var items: [InventoryItemRecord]

    /// Whether no other item matches; false when the limit cut the list, or when the service holds more than was looked through.
    public var isComplete: Bool

    /// Makes a list.
    public init(items: [InventoryItemRecord], isComplete: Bool) {
        self.items = items
        self.isComplete = isComplete
    }
}
