import LanguageModels
import StreamingJSON

/// Rewrites schemas into the subset of JSON Schema that OpenAI accepts.
enum OpenAISchema {
    /// Returns the schema of a tool's parameters, without the keyword that only this library uses.
    static func parameters(_ schema: GenerationSchema) -> JSONValue {
        schema.jsonValue(in: "OpenAI") { rewrite($0, strictly: false) }
    }

    /// Returns the schema of a strict answer: every property is required, optional ones may be `null` instead, and no keyword is beside a
    /// `$ref`.
    static func strict(_ schema: GenerationSchema) -> JSONValue {
        rewrite(schema.jsonValue, strictly: true)
    }

    /// Returns the same as ``parameters(_:)`` without the keywords that a server may not support.
    static func described(_ schema: GenerationSchema) -> JSONValue { DescribedSchema.rewrite(schema.jsonValue) }

    /// Returns the same as ``strict(_:)`` without the keywords that a server may not support.
    static func strictDescribed(_ schema: GenerationSchema) -> JSONValue { rewrite(described(schema), strictly: true) }

    private static func rewrite(_ schema: JSONValue, strictly: Bool) -> JSONValue {
        guard case .object(let keywords) = schema else { return schema }
        var result = JSONObject()
        for (keyword, value) in keywords {
            switch keyword {
            case "x-order": break
            case "properties", "$defs": result[keyword] = rewriteMembers(value, strictly: strictly)
            case "items": result[keyword] = rewrite(value, strictly: strictly)
            case "anyOf", "allOf", "oneOf":
                let alternatives = (value.arrayValue ?? []).map { rewrite($0, strictly: strictly) }
                result[strictly && keyword == "oneOf" ? "anyOf" : keyword] = .array(alternatives)
            default: result[keyword] = value
            }
        }
        return .object(strictly ? tighten(result) : result)
    }

    private static func rewriteMembers(_ members: JSONValue, strictly: Bool) -> JSONValue {
        .object(JSONObject((members.objectValue ?? [:]).map { ($0.key, rewrite($0.value, strictly: strictly)) }))
    }

    private static func tighten(_ schema: JSONObject) -> JSONObject {
        var schema = schema
        if let reference = schema["$ref"], schema.count > 1 {
            schema["$ref"] = nil
            schema["anyOf"] = [["$ref": reference]]
        }
        guard case .object(let properties)? = schema["properties"] else { return schema }
        let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        let members = properties.map { ($0.key, required.contains($0.key) ? $0.value : nullable($0.value)) }
        schema["properties"] = .object(JSONObject(members))
        schema["required"] = .array(properties.keys.map(JSONValue.string))
        schema["additionalProperties"] = false
        return schema
    }

    private static func nullable(_ schema: JSONValue) -> JSONValue {
        guard case .object(var keywords) = schema else { return schema }
        if case .array(let alternatives)? = keywords["anyOf"] {
            keywords["anyOf"] = .array(alternatives + [["type": "null"]])
            return .object(keywords)
        }
        let types = keywords["type"]?.arrayValue ?? keywords["type"].map { [$0] }
        guard let types else { return ["anyOf": [schema, ["type": "null"]]] }
        keywords["type"] = .array(types.contains("null") ? types : types + ["null"])
        if case .array(let choices)? = keywords["enum"], !choices.contains(.null) {
            keywords["enum"] = .array(choices + [.null])
        }
        return .object(keywords)
    }
}

extension OpenAISchema {
    /// Returns the name, the strictness and the schema of an answer, for both of OpenAI's interfaces.
    ///
    /// - Throws: `LanguageModelError` for a schema that is not an object, which neither interface supports.
    static func answer(
        _ schema: GenerationSchema,
        by rung: StructuredOutputRung = .strict
    ) throws(LanguageModelError) -> JSONObject {
        guard schema.jsonValue["type"] == "object" else {
            throw .unsupportedCapability(
                .init(
                    capability: .guidedGeneration,
                    debugDescription: "A structured answer must be an object; wrap \(schema.name) in a type of its own."
                )
            )
        }
        // A name may have only letters, digits, `_` and `-`, and at most 64 characters.
        let name = schema.name.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
                ? Character(scalar) : "_"
        }
        return [
            "name": .string(name.isEmpty ? "answer" : String(name.prefix(64))), "strict": true,
            "schema": rung == .described ? OpenAISchema.strictDescribed(schema) : OpenAISchema.strict(schema),
        ]
    }
}
