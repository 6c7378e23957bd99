public import FoundationEssentials

/// A stored inventory item.
public struct InventoryItemRecord: Sendable, Equatable, Identifiable {
    /// The item's number, which is never used again after the item is deleted.
    public var id: Int

    /// The title.
    public var title: String

    /// The quantity, if it is known.
    public var quantity: Double?

    /// The unit of the quantity, such as pieces, boxes or kilograms.
    public var unit: String?

    /// The category.
    public var category: String?

    /// The place where the item is kept.
    public var place: String?

    /// The condition of the item.
    public var state: String?

    /// A bar code or another code printed on the item.
    public var code: String?

    /// Any other information.
    public var note: String?

    /// The time at which the item was created.
    public var createdAt: Date

    /// The time of the last change; `createdAt` before the first change.
    public var updatedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(
        id: Int,
        title: String,
        quantity: Double? = nil,
        unit: String? = nil,
        category: String? = nil,
        place: String? = nil,
        state: String? = nil,
        code: String? = nil,
        note: String? = nil,
        createdAt: Date,
        updatedAt: Date
    ) {
        self.id = id
        self.title = title
        self.quantity = quantity
        self.unit = unit
        self.category = category
        self.place = place
        self.state = state
        self.code = code
        self.note = note
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension InventoryItemRecord {
    /// Makes a new item, whose number the store assigns; its times are whole milliseconds.
    package init(_ draft: InventoryItemDraft, createdAt: Date, updatedAt: Date) {
        self.init(
            id: 0,
            title: draft.title,
            quantity: draft.quantity,
            unit: draft.unit,
            category: draft.category,
            place: draft.place,
            state: draft.state,
            code: draft.code,
            note: draft.note,
            createdAt: Date(milliseconds: createdAt.milliseconds),
            updatedAt: Date(milliseconds: updatedAt.milliseconds)
        )
    }

    /// Whether the item has this version, which is the time of its last change; `nil` matches any version.
    package func isVersion(_ version: Date?) -> Bool {
        version.map { $0.milliseconds == updatedAt.milliseconds } ?? true
    }

    /// Returns the next version of the item, with a change made to it.
    ///
    /// Its `updatedAt` is always later than before, even if the clock was set back, because the time identifies the version.
    package func changed(by change: InventoryItemChange, at time: Date) -> InventoryItemRecord {
        var item = change.applied(to: self)
        item.updatedAt = Date(milliseconds: max(time.milliseconds, updatedAt.milliseconds + 1))
        return item
    }
}
