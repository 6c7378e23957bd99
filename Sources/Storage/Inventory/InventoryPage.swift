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
