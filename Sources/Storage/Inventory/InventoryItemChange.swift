/// A change to an inventory item: absent fields stay, and every field but the title can be emptied.
public struct InventoryItemChange: Sendable, Equatable {
    /// The new title; nil when it stays.
    public var title: String?

    /// What becomes of the quantity.
    public var quantity: FieldChange<Double>

    /// What becomes of the unit.
    public var unit: FieldChange<String>

    /// What becomes of the category.
    public var category: FieldChange<String>

    /// What becomes of the place.
    public var place: FieldChange<String>

    /// What becomes of the state.
    public var state: FieldChange<String>

    /// What becomes of the code.
    public var code: FieldChange<String>

    /// What becomes of the note.
    public var note: FieldChange<String>

    /// Makes a change; without arguments it changes nothing.
    public init(
        title: String? = nil,
        quantity: FieldChange<Double> = .keep,
        unit: FieldChange<String> = .keep,
        category: FieldChange<String> = .keep,
        place: FieldChange<String> = .keep,
        state: FieldChange<String> = .keep,
        code: FieldChange<String> = .keep,
        note: FieldChange<String> = .keep
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

    /// The item with this change made to it.
    public func applied(to item: InventoryItemRecord) -> InventoryItemRecord {
        var item = item
        item.title = title ?? item.title
        item.quantity = quantity.applied(to: item.quantity)
        item.unit = unit.applied(to: item.unit)
        item.category = category.applied(to: item.category)
        item.place = place.applied(to: item.place)
        item.state = state.applied(to: item.state)
        item.code = code.applied(to: item.code)
        item.note = note.applied(to: item.note)
        return item
    }
}

extension InventoryItemChange {
    /// The new item that this change makes of nothing; nil without a title.
    public var draft: InventoryItemDraft? {
        title.map {
            InventoryItemDraft(
                title: $0,
                quantity: quantity.newValue,
                unit: unit.newValue,
                category: category.newValue,
                place: place.newValue,
                state: state.newValue,
                code: code.newValue,
                note: note.newValue
            )
        }
    }
}
