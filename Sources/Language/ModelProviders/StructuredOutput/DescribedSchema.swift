import StreamingJSON

/// Rewrites schemas into what every provider accepts: the shape stays, and all limits on values move to the descriptions as text.
enum DescribedSchema {
    private static let kept: Set<String> = [
        "type", "title", "description", "enum", "const", "$ref", "required", "additionalProperties",
    ]

    /// Returns the schema without the keywords that a provider may not support.
    static func rewrite(_ schema: JSONValue) -> JSONValue {
        guard case .object(let keywords) = schema else { return schema }
        var result = JSONObject()
        var notes: [String] = []
        for (keyword, value) in keywords {
            switch keyword {
            case "x-order": break
            case "properties", "$defs":
                result[keyword] = .object(
                    JSONObject((value.objectValue ?? [:]).map { ($0.key, rewrite($0.value)) })
                )
            case "items": result[keyword] = rewrite(value)
            case "anyOf", "oneOf": result["anyOf"] = .array((value.arrayValue ?? []).map(rewrite))
            case "additionalProperties" where value.objectValue != nil: result[keyword] = rewrite(value)
            case _ where kept.contains(keyword): result[keyword] = value
            default: notes.append(note(keyword, value))
            }
        }
        add(notes, to: &result)
        return .object(result)
    }

    /// Returns a keyword as text.
    static func note(_ keyword: String, _ value: JSONValue) -> String { "\(keyword): \(value.serialized())" }

    /// Adds keywords that the schema cannot have to its description, as text that the model reads.
    static func add(_ notes: [String], to schema: inout JSONObject) {
        guard !notes.isEmpty else { return }
        let words = "{\(notes.joined(separator: ", "))}"
        let description = schema["description"]?.stringValue ?? ""
        schema["description"] = .string(description.isEmpty ? words : "\(description)\n\n\(words)")
    }
}
