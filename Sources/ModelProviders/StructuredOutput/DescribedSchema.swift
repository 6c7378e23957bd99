import StreamingJSON

/// Rewrites schemas into what every provider takes: the shape stays, and all limits on values go into the descriptions in words.
enum DescribedSchema {
    private static let kept: Set<String> = [
        "type", "title", "description", "enum", "const", "$ref", "required", "additionalProperties",
    ]

    /// The schema without what a provider may not know.
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

    /// A keyword in words.
    static func note(_ keyword: String, _ value: JSONValue) -> String { "\(keyword): \(value.serialized())" }

    /// Puts keywords that have no place in a schema into its description, for the model to read.
    static func add(_ notes: [String], to schema: inout JSONObject) {
        guard !notes.isEmpty else { return }
        let words = "{\(notes.joined(separator: ", "))}"
        let description = schema["description"]?.stringValue ?? ""
        schema["description"] = .string(description.isEmpty ? words : "\(description)\n\n\(words)")
    }
}
