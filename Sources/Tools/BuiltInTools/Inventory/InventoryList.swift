public import ToolRecords

/// A part of the matching items, with the number of the others.
public struct InventoryList: Sendable, Equatable {
    /// The items, by ascending id.
    public var items: [InventoryItemRecord]

    /// The number of matching items beyond these.
    public var rest: InventoryCount

    /// The extent of a partial search; nil if the service was searched completely.
    public var search: PartialSearch?

    /// Whether the list has all matching items.
    public var isComplete: Bool { rest == .exactly(0) && search == nil }

    /// Makes a list.
    public init(items: [InventoryItemRecord], rest: InventoryCount = .exactly(0), search: PartialSearch? = nil) {
        self.items = items
        self.rest = rest
        self.search = search
    }

    /// The extent of a search in a service with more items than are read for one list.
    public struct PartialSearch: Sendable, Equatable {
        /// The number of items that were read.
        public var searchedCount: Int

        /// The number of items in the service, if it reported it.
        public var total: Int?

        /// Makes an extent.
        public init(searchedCount: Int, total: Int?) {
            self.searchedCount = searchedCount
            self.total = total
        }
    }
}
