public import FoundationEssentials

/// Which inventory items a list shows: all of the conditions hold at once.
public struct InventoryFilter: Sendable, Equatable {
    /// Text that the title contains, whatever its case or width (`ａ４` finds `A4`); nil or empty for any title.
    public var title: String?

    /// The first instant of `updatedAt` that is shown.
    public var updatedFrom: Date?

    /// The first instant of `updatedAt` that is not shown any more.
    public var updatedBefore: Date?

    /// How many items are shown at most, counted by ascending id.
    public var limit: Int

    /// Makes a filter; without arguments it shows the first hundred items.
    public init(title: String? = nil, updatedFrom: Date? = nil, updatedBefore: Date? = nil, limit: Int = 100) {
        self.title = title
        self.updatedFrom = updatedFrom
        self.updatedBefore = updatedBefore
        self.limit = limit
    }

    /// Whether an item with this title, changed at this time, is shown: the same decision that the stores make in SQL.
    ///
    /// For services that can only be asked for everything.
    public func matches(title itemTitle: String, updatedAt: Date) -> Bool {
        if let updatedFrom, updatedAt < updatedFrom { return false }
        if let updatedBefore, updatedAt >= updatedBefore { return false }
        guard let title, !title.isEmpty else { return true }
        return itemTitle.foldedForSearch.contains(title.foldedForSearch)
    }
}
