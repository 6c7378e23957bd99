public import FoundationEssentials

/// Where the embedded inventory is kept.
public protocol InventoryStore: Sendable {
    /// A page of the items that the filter lets through, by ascending id.
    func items(matching filter: InventoryFilter) async throws -> InventoryPage

    /// The item with this id, or nil.
    func item(_ id: Int) async throws -> InventoryItemRecord?

    /// Stores a new item under the next free number; durable on return.
    func create(_ draft: InventoryItemDraft, at time: Date) async throws -> InventoryItemRecord

    /// Changes an item.
    ///
    /// Each change gives the item a later `updatedAt` than it had, so that this tells one version from another.
    ///
    /// - Parameter version: The `updatedAt` that the item must still have; nil for any.
    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws -> InventoryChangeResult

    /// Deletes an item.
    ///
    /// - Parameter version: The `updatedAt` that the item must still have; nil for any.
    func delete(_ id: Int, ifUpdatedAt version: Date?) async throws -> InventoryChangeResult

    /// Takes in all rows in one transaction, or none when the source throws.
    ///
    /// - Parameter isRehearsal: Whether everything is done but kept, to see whether it can be.
    func importItems(
        from source: some InventoryImportSource,
        at time: Date,
        isRehearsal: Bool
    ) async throws -> InventoryImportSummary

    /// Hands over every item by ascending id, as all were at one moment.
    func forEachItem(_ body: @escaping @Sendable (InventoryItemRecord) throws -> Void) async throws
}

/// What became of a change to an item, or of its deletion.
public enum InventoryChangeResult: Sendable, Equatable {
    /// It was made; the item as it is now, or as it was before it was deleted.
    case done(InventoryItemRecord)

    /// Somebody has changed the item meanwhile, so nothing was done; the item as it is now.
    case conflict(InventoryItemRecord)

    /// There is no such item.
    case missing
}

/// A page of inventory items.
public struct InventoryPage: Sendable, Equatable {
    /// The items, by ascending id.
    public var items: [InventoryItemRecord]

    /// How many items match beyond these.
    public var rest: InventoryCount

    /// Makes a page.
    public init(items: [InventoryItemRecord], rest: InventoryCount) {
        self.items = items
        self.rest = rest
    }
}

/// A number of items that is counted only so far, for to count a million takes longer than anybody waits for a list.
public enum InventoryCount: Sendable, Equatable {
    /// There are as many as this.
    case exactly(Int)

    /// There are more than were counted.
    case moreThan(Int)
}
