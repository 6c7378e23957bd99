public import FoundationEssentials

/// A store of the embedded inventory.
///
/// The common list is large and has a search index. The lists of owners are short; each numbers its items from 1, so that no owner
/// learns how many items others have made.
public protocol InventoryStore: Sendable {
    /// Returns a page of the items that match a filter, by ascending id.
    func items(matching filter: InventoryFilter, on shelf: InventoryShelf) async throws -> InventoryPage

    /// Returns the item with this id, or `nil`.
    func item(_ id: Int, on shelf: InventoryShelf) async throws -> InventoryItemRecord?

    /// Stores a new item under the next free number; durable on return.
    ///
    /// - Parameter limit: The most items of an owner's list; `nil` for no limit. The common list has none.
    /// - Throws: ``InventoryFull`` if the list has as many items.
    func create(
        _ draft: InventoryItemDraft,
        at time: Date,
        on shelf: InventoryShelf,
        limit: Int?
    ) async throws -> InventoryItemRecord

    /// Changes an item.
    ///
    /// Each change sets a later `updatedAt`, which identifies the version of the item.
    ///
    /// - Parameter version: The `updatedAt` that the item must have; `nil` for any.
    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date,
        on shelf: InventoryShelf
    ) async throws -> InventoryChangeResult

    /// Deletes an item.
    ///
    /// - Parameter version: The `updatedAt` that the item must have; `nil` for any.
    func delete(_ id: Int, ifUpdatedAt version: Date?, on shelf: InventoryShelf) async throws -> InventoryChangeResult

    /// Imports all rows into the common list in one transaction, or none if the source throws.
    ///
    /// - Parameter isRehearsal: Whether the changes are undone at the end, to find out whether the import would succeed.
    func importItems(
        from source: some InventoryImportSource,
        at time: Date,
        isRehearsal: Bool
    ) async throws -> InventoryImportSummary

    /// Passes every item of the common list to the body by ascending id, all as of one moment.
    func forEachItem(_ body: @escaping @Sendable (InventoryItemRecord) throws -> Void) async throws
}

/// The common list. It serves callers that know no other.
extension InventoryStore {
    /// Returns a page of the common items that match a filter, by ascending id.
    public func items(matching filter: InventoryFilter) async throws -> InventoryPage {
        try await items(matching: filter, on: .common)
    }

    /// Returns the common item with this id, or `nil`.
    public func item(_ id: Int) async throws -> InventoryItemRecord? { try await item(id, on: .common) }

    /// Stores a new common item under the next free number; durable on return.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws -> InventoryItemRecord {
        try await create(draft, at: time, on: .common, limit: nil)
    }

    /// Changes a common item.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws -> InventoryChangeResult {
        try await update(id, change, ifUpdatedAt: version, at: time, on: .common)
    }

    /// Deletes a common item.
    public func delete(_ id: Int, ifUpdatedAt version: Date?) async throws -> InventoryChangeResult {
        try await delete(id, ifUpdatedAt: version, on: .common)
    }
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
