/// A change to an inventory item: what is nil stays as it is.
public struct InventoryItemChange: Sendable, Equatable {
    /// The new title.
    public var title: String?

    /// The new quantity.
    public var quantity: Double?

    /// The new unit.
    public var unit: String?

    /// The new category.
    public var category: String?

    /// The new place.
    public var place: String?

    /// The new state.
    public var state: String?

    /// The new code.
    public var code: String?

    /// The new note.
    public var note: String?

    /// Makes a change; without arguments it changes nothing.
    public init(
        title: String? = nil,
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

    /// Whether there is nothing to change.
    public var isEmpty: Bool { self == InventoryItemChange() }
}
