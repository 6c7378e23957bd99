public import FoundationEssentials

/// Which inventory items a list shows: all of the conditions hold at once.
///
/// Texts are compared whatever their case or width (`ａ４` finds `A4`); nil or empty stands for any.
public struct InventoryFilter: Sendable, Equatable {
    /// Text that the title contains.
    public var title: String?

    /// The whole category.
    public var category: String?

    /// The whole place.
    public var place: String?

    /// The whole state.
    public var state: String?

    /// The whole code.
    public var code: String?

    /// The first instant of `updatedAt` that is shown.
    public var updatedFrom: Date?

    /// The first instant of `updatedAt` that is not shown any more.
    public var updatedBefore: Date?

    /// Only items with a greater id are shown; the next page begins after the last id of the one before it.
    public var after: Int?

    /// How many items are shown at most, counted by ascending id; never more than ``maximumLimit``.
    public let limit: Int

    /// The most items on one page.
    public static let maximumLimit = 10_000

    /// Makes a filter; without arguments it shows the first hundred items.
    public init(
        title: String? = nil,
        category: String? = nil,
        place: String? = nil,
        state: String? = nil,
        code: String? = nil,
        updatedFrom: Date? = nil,
        updatedBefore: Date? = nil,
        after: Int? = nil,
        limit: Int = 100
    ) {
        self.title = title
        self.category = category
        self.place = place
        self.state = state
        self.code = code
        self.updatedFrom = updatedFrom
        self.updatedBefore = updatedBefore
        self.after = after
        self.limit = min(max(0, limit), Self.maximumLimit)
    }

    private func equalities(with item: InventoryItemRecord) -> [(wanted: String?, found: String?)] {
        [(code, item.code), (place, item.place), (category, item.category), (state, item.state)]
    }

    /// Whether an item is among those that are listed, on this page or another: the same decision that the stores make in SQL.
    ///
    /// For services that can only be asked for more than that.
    public func matches(_ item: InventoryItemRecord) -> Bool {
        if let after, item.id <= after { return false }
        if let updatedFrom, item.updatedAt < updatedFrom { return false }
        if let updatedBefore, item.updatedAt >= updatedBefore { return false }
        for (wanted, found) in equalities(with: item) {
            guard let wanted = wanted?.nonEmpty else { continue }
            guard found?.foldedForSearch == wanted.foldedForSearch else { return false }
        }
        guard let title = title?.nonEmpty else { return true }
        return item.title.foldedForSearch.unicodeScalars.contains(title.foldedForSearch.unicodeScalars)
    }
}

extension String {
    /// The text, or nil when there is none.
    package var nonEmpty: String? { isEmpty ? nil : self }
}
