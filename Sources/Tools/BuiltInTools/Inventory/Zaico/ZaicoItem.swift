import AgentTools
import Foundation
import ToolRecords
import StreamingJSON

extension InventoryItemRecord {
    /// Reads an item in ZAICO's format: numbers as strings or as numbers, and empty text for fields without a value.
    /// - Returns: nil if the id, the title or the time is missing.
    init?(zaico item: JSONValue) {
        guard let id = item["id"].flatMap(Self.number).flatMap({ Int(exactly: $0) }),
            let title = item["title"]?.stringValue,
            let updatedAt = Self.moment(item["updated_at"]) ?? Self.moment(item["update_date"])
                ?? Self.moment(item["created_at"])
        else { return nil }
        self.init(
            id: id,
            title: title,
            quantity: item["quantity"].flatMap(Self.number),
            unit: item["unit"]?.stringValue?.nonBlank,
            category: item["category"]?.stringValue?.nonBlank,
            place: item["place"]?.stringValue?.nonBlank,
            state: item["state"]?.stringValue?.nonBlank,
            code: item["code"]?.stringValue?.nonBlank,
            note: item["etc"]?.stringValue?.nonBlank,
            createdAt: Self.moment(item["created_at"]) ?? updatedAt,
            updatedAt: updatedAt
        )
    }

    private static func number(_ value: JSONValue) -> Double? {
        value.doubleValue ?? value.stringValue.flatMap { Double($0) }
    }

    private static func moment(_ value: JSONValue?) -> Date? { value?.stringValue.flatMap(ItemVersion.moment) }
}

extension InventoryItemChange {
    /// The fields in ZAICO's format: quantities are strings, a note is `etc`, and empty text clears a field.
    var zaicoFields: JSONObject {
        var fields = JSONObject()
        fields["title"] = title.map(JSONValue.string)
        fields["quantity"] =
            switch quantity {
            case .keep: nil
            case .clear: .null
            case .set(let number): .string(number.plainText)
            }
        fields["unit"] = unit.zaicoText
        fields["category"] = category.zaicoText
        fields["place"] = place.zaicoText
        fields["state"] = state.zaicoText
        fields["code"] = code.zaicoText
        fields["etc"] = note.zaicoText
        return fields
    }

    /// Makes the change from an empty item to the draft.
    init(_ draft: InventoryItemDraft) {
        self.init(
            title: draft.title,
            quantity: draft.quantity.map(FieldChange.set) ?? .keep,
            unit: FieldChange(setting: draft.unit),
            category: FieldChange(setting: draft.category),
            place: FieldChange(setting: draft.place),
            state: FieldChange(setting: draft.state),
            code: FieldChange(setting: draft.code),
            note: FieldChange(setting: draft.note)
        )
    }
}

extension FieldChange<String> {
    fileprivate var zaicoText: JSONValue? {
        switch self {
        case .keep: nil
        case .clear: ""
        case .set(let text): .string(text)
        }
    }
}
