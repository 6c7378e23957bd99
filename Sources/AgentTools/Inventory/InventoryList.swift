public import Storage

/// Some items, and what is known of the others.
public struct InventoryList: Sendable, Equatable {
    /// The items, by ascending id.
    public var items: [InventoryItemRecord]

    /// How many items match beyond these.
    public var rest: InventoryCount

    /// How far the service was looked through; nil when nothing was left out.
    public var search: PartialSearch?

    /// Whether no other item matches.
    public var isComplete: Bool { rest == .exactly(0) && search == nil }

    /// Makes a list.
    public init(items: [InventoryItemRecord], rest: InventoryCount = .exactly(0), search: PartialSearch? = nil) {
        self.items = items
        self.rest = rest
        self.search = search
    }

    /// How far a service was looked through that holds more than is read for one list.
    public struct PartialSearch: Sendable, Equatable {
        /// How many items were looked at.
        public var lookedAt: Int

        /// How many there are, if the service said so.
        public var total: Int?

        /// Makes one.
        public init(lookedAt: Int, total: Int?) {
            self.lookedAt = lookedAt
            self.total = total
        }
    }
}
