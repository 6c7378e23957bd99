public import FoundationEssentials

/// A store of the embedded inventory.
public protocol InventoryStore: Sendable {
    /// Returns a page of the items that match a filter, by ascending id.
    func items(matching filter: InventoryFilter) async throws -> InventoryPage

    /// Returns the item with this id, or `nil`.
    func item(_ id: Int) async throws -> InventoryItemRecord?

    /// Stores a new item under the next free number; durable on return.
    func create(_ draft: InventoryItemDraft, at time: Date) async throws -> InventoryItemRecord

    /// Changes an item.
    ///
    /// Each change sets a later `updatedAt`, which identifies the version of the item.
    ///
    /// - Parameter version: The `updatedAt` that the item must have; `nil` for any.
    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws -> InventoryChangeResult

    /// Deletes an item.
    ///
    /// - Parameter version: The `updatedAt` that the item must have; `nil` for any.
    func delete(_ id: Int, ifUpdatedAt version: Date?) async throws -> InventoryChangeResult

    /// Imports all rows in one transaction, or none if the source throws.
    ///
    /// - Parameter isRehearsal: Whether the changes are undone at the end, to find out whether the import would succeed.
    func importItems(
        from source: some InventoryImportSource,
        at time: Date,
        isRehearsal: Bool
    ) async throws -> InventoryImportSummary

    /// Passes every item to the body by ascending id, all as of one moment.
    func forEachItem(_ body: @escaping @Sendable (InventoryItemRecord) throws -> Void) async throws
}

/// The result of a change to an item, or of its deletion.
public enum InventoryChangeResult: Sendable, Equatable {
    /// The change was made; the item after it, or as it was before its deletion.
    case done(InventoryItemRecord)

    /// Nothing was done, because the item has another version by now; the item as it is now.
    case conflict(InventoryItemRecord)

    /// There is no such item.
    case missing
}

/// A page of inventory items.
public struct InventoryPage: Sendable, Equatable {
    /// The items, by ascending id.
    public var items: [InventoryItemRecord]

    /// The number of items that match beyond these.
    public var rest: InventoryCount

    /// Makes a page.
    public init(items: [InventoryItemRecord], rest: InventoryCount) {
        self.items = items
        self.rest = rest
    }
}

/// A number of items that is counted only up to a limit, because counting a million would delay the list for too long.
public enum InventoryCount: Sendable, Equatable {
    /// The exact number.
    case exactly(Int)

    /// A number that is less than the number of items.
    case moreThan(Int)
}
