import LanguageModels
import StreamingJSON

/// Rewrites schemas into the subset of JSON Schema that Gemini accepts.
///
/// Keywords outside the subset move to the description, as text that the model reads.
enum GeminiSchema {
    private static let kept: Set<String> = [
        "type", "title", "description", "format", "required", "additionalProperties", "minItems", "maxItems", "minimum",
        "maximum", "$ref", "$id", "$anchor",
    ]

    /// Returns the schema of a tool's arguments or of an answer.
    static func rewrite(_ schema: GenerationSchema) -> JSONValue {
        var isReduced = false
        return rewrite(schema.jsonValue, &isReduced)
    }

    /// Whether a keyword of a schema has to move to a description.
    static func reduces(_ schema: GenerationSchema) -> Bool {
        var isReduced = false
        _ = rewrite(schema.jsonValue, &isReduced)
        return isReduced
    }

    private static func rewrite(_ schema: JSONValue, _ isReduced: inout Bool) -> JSONValue {
        guard case .object(let keywords) = schema else { return schema }
        var result = JSONObject()
        var notes: [String] = []
        for (keyword, value) in keywords {
            switch keyword {
            case "x-order": result["propertyOrdering"] = value
            case "properties", "$defs":
                result[keyword] = .object(
                    JSONObject((value.objectValue ?? [:]).map { ($0.key, rewrite($0.value, &isReduced)) })
                )
            case "items": result[keyword] = rewrite(value, &isReduced)
            case "prefixItems": result[keyword] = .array((value.arrayValue ?? []).map { rewrite($0, &isReduced) })
            case "anyOf", "oneOf": result["anyOf"] = .array((value.arrayValue ?? []).map { rewrite($0, &isReduced) })
            case "enum":
                // An empty text is no choice here. The other choices of such a list are sent, those of a mixed one are not.
                let choices = (value.arrayValue ?? []).filter { $0 != "" }
                let isWhole = choices.count == value.arrayValue?.count
                if !choices.isEmpty, choices.allSatisfy(isChoice) { result[keyword] = .array(choices) }
                if !isWhole || result[keyword] == nil { notes.append(DescribedSchema.note(keyword, value)) }
            case "const" where isChoice(value): result["enum"] = [value]
            case "additionalProperties" where value.objectValue != nil: result[keyword] = rewrite(value, &isReduced)
            case _ where kept.contains(keyword): result[keyword] = value
            default: notes.append(DescribedSchema.note(keyword, value))
            }
        }
        isReduced = isReduced || !notes.isEmpty
        DescribedSchema.add(notes, to: &result)
        // A reference excludes other keywords, except those with a dollar sign at their start.
        if let reference = result["$ref"], result.keys.contains(where: { !$0.hasPrefix("$") }) {
            result["$ref"] = nil
            result["anyOf"] = [["$ref": reference]]
        }
        return .object(result)
    }

    /// Whether the value may be in an `enum`: only texts and numbers may.
    private static func isChoice(_ value: JSONValue) -> Bool {
        switch value {
        case .string: true
        default: value.doubleValue != nil
        }
    }
}
