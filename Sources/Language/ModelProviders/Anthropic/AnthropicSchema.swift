import LanguageModels
import StreamingJSON

/// Rewrites schemas into the subset of JSON Schema to which Anthropic holds an answer.
///
/// Keywords outside the subset move to the description, as text that the model reads.
enum AnthropicSchema {
    private static let formats: Set<String> = [
        "date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid",
    ]
    private static let kept: Set<String> = [
        "type", "title", "description", "enum", "const", "$ref", "required", "additionalProperties",
    ]

    /// Returns the schema of an answer, and whether a keyword had to move to a description.
    ///
    /// - Throws: `LanguageModelError` for a recursive schema, which the interface refuses.
    static func answer(
        _ schema: GenerationSchema
    ) throws(LanguageModelError) -> (schema: JSONValue, isReduced: Bool) {
        guard !containsItself(schema.jsonValue) else {
            throw .unsupportedGenerationGuide(
                .init(
                    schemaName: schema.name,
                    debugDescription: "\(schema.name) contains itself, which this provider's structured answers cannot."
                )
            )
        }
        var isReduced = false
        return (rewrite(schema.jsonValue, &isReduced), isReduced)
    }

    private static func rewrite(_ schema: JSONValue, _ isReduced: inout Bool) -> JSONValue {
        guard case .object(let keywords) = schema else { return schema }
        var result = JSONObject()
        var notes: [String] = []
        for (keyword, value) in keywords {
            switch keyword {
            case "x-order": break
            case "properties", "$defs":
                result[keyword] = .object(
                    JSONObject((value.objectValue ?? [:]).map { ($0.key, rewrite($0.value, &isReduced)) })
                )
            case "items": result[keyword] = rewrite(value, &isReduced)
            case "anyOf", "oneOf": result["anyOf"] = .array((value.arrayValue ?? []).map { rewrite($0, &isReduced) })
            case "allOf": result[keyword] = .array((value.arrayValue ?? []).map { rewrite($0, &isReduced) })
            case "minItems" where value == 0 || value == 1: result[keyword] = value
            case "format" where formats.contains(value.stringValue ?? ""): result[keyword] = value
            case _ where kept.contains(keyword): result[keyword] = value
            default: notes.append(DescribedSchema.note(keyword, value))
            }
        }
        if result["type"] == "object" || result["properties"] != nil { result["additionalProperties"] = false }
        isReduced = isReduced || !notes.isEmpty
        DescribedSchema.add(notes, to: &result)
        return .object(result)
    }
}

// MARK: Schemas that contain themselves

extension AnthropicSchema {
    private static func containsItself(_ schema: JSONValue) -> Bool {
        let definitions = schema["$defs"]?.objectValue ?? [:]
        var references: [String: Set<String>] = ["#": references(in: schema, besides: "$defs")]
        for (name, definition) in definitions { references["#/$defs/\(name)"] = Self.references(in: definition) }
        // A schema is recursive if a path of at most as many steps as there are schemas leads back to it.
        for start in references.keys {
            var reached = references[start] ?? []
            for _ in references { reached.formUnion(reached.flatMap { references[$0] ?? [] }) }
            if reached.contains(start) { return true }
        }
        return false
    }

    private static func references(in schema: JSONValue, besides left: String? = nil) -> Set<String> {
        switch schema {
        case .array(let elements):
            return elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .object(let members):
            var found: Set<String> = []
            for (name, value) in members where name != left {
                if name == "$ref", let target = value.stringValue {
                    found.insert(target)
                } else {
                    found.formUnion(references(in: value))
                }
            }
            return found
        default: return []
        }
    }
}
