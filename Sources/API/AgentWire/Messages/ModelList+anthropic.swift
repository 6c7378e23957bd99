#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import StreamingJSON

extension ModelList {
    /// The list in the form of Anthropic's API.
    public var anthropicValue: JSONValue {
        [
            "data": .array(models.map(\.anthropicValue)), "has_more": false,
            "first_id": .text(models.first?.id), "last_id": .text(models.last?.id),
        ]
    }
}

extension ModelList.Model {
    /// The model in the form of Anthropic's API.
    public var anthropicValue: JSONValue {
        let time = Date(timeIntervalSince1970: Double(createdAt))
        var object: JSONObject = [
            "type": "model", "id": .string(id), "display_name": .string(id), "created_at": .time(time),
            "lifecycle": shutdownDate == nil ? "active" : "deprecated",
        ]
        if let shutdownDate { object["retires_at"] = .string("\(shutdownDate)T00:00:00Z") }
        if let extensionValue { object["torii"] = extensionValue }
        return .object(object)
    }
}
