/// What a new inventory item starts with; only the title is needed.
public struct InventoryItemDraft: Sendable, Equatable {
    /// What the item is called.
    public var title: String

    /// How many there are.
    public var quantity: Double?

    /// What the quantity counts.
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

    /// Makes a draft.
    public init(
        title: String,
        quantity: Double? = nil,
        unit: String? = nil,
        category: String? = nil,
        place: String? = nil,
        state: String? = nil,
        code: String? = nil,
        note: String? = nil
    ) {
        self.title = title
        self.quantity = quantity
        self.unit = unit
        self.category = category
        self.place = place
        self.state = state
        self.code = code
        self.note = note
    }
}
