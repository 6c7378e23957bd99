import Foundation
import LanguageModels
import ToolRecords
import StreamingJSON

extension [InventoryItemRecord] {
    /// Attaches the items to the current tool call, for clients that display lists; an empty list attaches nothing.
    func attach() {
        guard !isEmpty else { return }
        let items = JSONValue.array(map(\.jsonValue))
        ToolCallContext.current?.attach(
            ToolArtifact(type: "inventory.items", content: GeneratedContent(jsonValue: items))
        )
    }
}

extension InventoryItemRecord {
    /// The item as data, without empty fields and with times in UTC.
    fileprivate var jsonValue: JSONValue {
        var fields: JSONObject = ["id": .integer(id), "title": .string(title)]
        fields["quantity"] = quantity.map(JSONValue.number)
        fields["unit"] = unit.map(JSONValue.string)
        fields["category"] = category.map(JSONValue.string)
        fields["place"] = place.map(JSONValue.string)
        fields["state"] = state.map(JSONValue.string)
        fields["code"] = code.map(JSONValue.string)
        fields["note"] = note.map(JSONValue.string)
        fields["created_at"] = .string(ItemVersion.text(createdAt))
        fields["updated_at"] = .string(ItemVersion.text(updatedAt))
        return .object(fields)
    }
}
