/// A change to an inventory item: a field that is not set stays, and every field but the title can be emptied.
public struct InventoryItemChange: Sendable, Equatable {
    /// The new title; `nil` if it stays.
    public var title: String?

    /// The change to the quantity.
    public var quantity: FieldChange<Double>

    /// The change to the unit.
    public var unit: FieldChange<String>

    /// The change to the category.
    public var category: FieldChange<String>

    /// The change to the place.
    public var place: FieldChange<String>

    /// The change to the state.
    public var state: FieldChange<String>

    /// The change to the code.
    public var code: FieldChange<String>

    /// The change to the note.
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

    /// Whether nothing changes.
    public var isEmpty: Bool { self == InventoryItemChange() }

    /// Returns the item with this change.
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
    /// The new item that has the fields of this change; `nil` without a title.
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
