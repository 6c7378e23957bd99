/// The fields of a new inventory item; only the title is required.
public struct InventoryItemDraft: Sendable, Equatable {
    /// The title.
    public var title: String

    /// The quantity.
    public var quantity: Double?

    /// The unit of the quantity.
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
