public import FoundationEssentials

/// A filter for the items of a list: an item must meet all conditions.
///
/// Texts are compared without regard to case and width (`ａ４` finds `A4`); `nil` and the empty text match anything.
public struct InventoryFilter: Sendable, Equatable {
    /// A text that the title contains.
    public var title: String?

    /// The category, compared as a whole.
    public var category: String?

    /// The place, compared as a whole.
    public var place: String?

    /// The state, compared as a whole.
    public var state: String?

    /// The code, compared as a whole.
    public var code: String?

    /// The earliest `updatedAt`.
    public var updatedFrom: Date?

    /// The `updatedAt` from which on items are left out.
    public var updatedBefore: Date?

    /// The id after which the page starts, such as the last id of the page before; `nil` for the first page.
    public var after: Int?

    /// The most items on the page, which are ordered by ascending id; at most ``maximumLimit``.
    public let limit: Int

    /// The most items on one page.
    public static let maximumLimit = 10_000

    /// Makes a filter; without arguments it matches the first hundred items.
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

    /// Whether an item matches, on this page or another: the decision that a backend makes in its database.
    ///
    /// It is for services whose own filters match more than this.
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
    /// The text; `nil` if it is empty.
    package var nonEmpty: String? { isEmpty ? nil : self }
}
