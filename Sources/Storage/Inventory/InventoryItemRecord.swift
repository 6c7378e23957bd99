public import FoundationEssentials

/// An inventory item as it is stored.
public struct InventoryItemRecord: Sendable, Equatable, Identifiable {
    /// The item's number; never used again after the item is deleted.
    public var id: Int

    /// What the item is called.
    public var title: String

    /// How many there are, when that is known.
    public var quantity: Double?

    /// What the quantity counts: pieces, boxes, kilograms.
    public var unit: String?

    /// The group it belongs to.
    public var category: String?

    /// Where it is kept.
    public var place: String?

    /// The condition it is in.
    public var state: String?

    /// A bar code or another code printed on it.
    public var code: String?

    /// Anything else worth knowing.
    public var note: String?

    /// When it was made.
    public var createdAt: Date

    /// When it was last changed; `createdAt` until then.
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

    /// Whether the item was last changed at this time, its version; `nil` stands for any version.
    package func isVersion(_ version: Date?) -> Bool {
        version.map { $0.milliseconds == updatedAt.milliseconds } ?? true
    }

    /// The next version of the item, with a change made to it.
    ///
    /// Its `updatedAt` is always later than before, even if the clock was set back, because the time tells the versions apart.
    package func changed(by change: InventoryItemChange, at time: Date) -> InventoryItemRecord {
        var item = change.applied(to: self)
        item.updatedAt = Date(milliseconds: max(time.milliseconds, updatedAt.milliseconds + 1))
        return item
    }
}
