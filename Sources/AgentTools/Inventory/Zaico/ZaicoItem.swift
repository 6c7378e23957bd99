import Foundation
import Storage
import StreamingJSON

extension InventoryItemRecord {
    /// Reads an item as ZAICO writes it: numbers as strings or as numbers, empty text for what is not filled in.
    /// - Returns: nil when it lacks what every item has: an id, a title and a time.
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

    /// ISO 8601 with an offset, with or without fractions of a second.
    private static func moment(_ value: JSONValue?) -> Date? {
        guard let text = value?.stringValue else { return nil }
        return (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}

extension InventoryItemChange {
    /// The fields to write, as ZAICO reads them: quantities are strings, and a note is `etc`.
    var zaicoFields: JSONObject {
        var fields = JSONObject()
        fields["title"] = title.map(JSONValue.string)
        fields["quantity"] = quantity.map { .string($0.plainText) }
        fields["unit"] = unit.map(JSONValue.string)
        fields["category"] = category.map(JSONValue.string)
        fields["place"] = place.map(JSONValue.string)
        fields["state"] = state.map(JSONValue.string)
        fields["code"] = code.map(JSONValue.string)
        fields["etc"] = note.map(JSONValue.string)
        return fields
    }

    /// The change that makes a new item what the draft says.
    init(_ draft: InventoryItemDraft) {
        self.init(
            title: draft.title,
            quantity: draft.quantity,
            unit: draft.unit,
            category: draft.category,
            place: draft.place,
            state: draft.state,
            code: draft.code,
            note: draft.note
        )
    }

    /// The item with this change made to it.
    func applied(to item: InventoryItemRecord, at time: Date) -> InventoryItemRecord {
        InventoryItemRecord(
            id: item.id,
            title: title ?? item.title,
            quantity: quantity ?? item.quantity,
            unit: unit ?? item.unit,
            category: category ?? item.category,
            place: place ?? item.place,
            state: state ?? item.state,
            code: code ?? item.code,
            note: note ?? item.note,
            createdAt: item.createdAt,
            updatedAt: time
        )
    }
}
