import StreamingJSON

/// Folds the alternatives at the top of a schema into one object, because providers refuse `anyOf`, `oneOf`, `allOf`, `enum` and `not`
/// there.
struct TopLevelFold {
    /// The largest depth of alternatives in alternatives.
    private static let deepest = 8
    /// The largest number of schemas that are folded for one tool, because references can name one schema again and again.
    private static let mostSchemas = 500

    private let definitions: JSONObject
    /// The number of schemas that may still be folded; negative if it did not suffice.
    private var budget = 0

    /// - Parameter definitions: The schemas that alternatives may refer to.
    init(definitions: JSONObject) { self.definitions = definitions }

    /// Returns a schema of an object that accepts everything that `schema` accepts; `nil` if `schema` accepts no object, or has too many
    /// parts.
    mutating func fold(_ schema: JSONObject) -> JSONObject? {
        budget = Self.mostSchemas
        let folded = fold(schema, depth: 0)
        // A schema that is folded in part would require or forbid too much.
        return budget < 0 ? nil : folded
    }

    private mutating func fold(_ schema: JSONObject, depth: Int) -> JSONObject? {
        budget -= 1
        guard depth < Self.deepest, budget >= 0 else { return nil }
        var result = schema
        var notes: [String] = []
        while let name = result["$ref"]?.stringValue {
            budget -= 1
            guard budget >= 0 else { return nil }
            result["$ref"] = nil
            guard let target = definition(name) else { return nil }
            result = merging(result, target)
        }
        switch result["type"] {
        case nil, "object": break
        case .array(let types)? where types.contains("object"): break
        default: return nil
        }
        result["type"] = "object"
        for keyword in ["enum", "const", "not"] {
            if let value = result[keyword] { notes.append(DescribedSchema.note(keyword, value)) }
            result[keyword] = nil
        }
        if let parts = result["allOf"]?.arrayValue {
            result["allOf"] = nil
            for part in objects(parts, depth) { result = merging(result, part) }
        }
        for keyword in ["anyOf", "oneOf"] {
            guard let alternatives = result[keyword]?.arrayValue else { continue }
            result[keyword] = nil
            let objects = objects(alternatives, depth)
            // Without an alternative that is an object no call is possible.
            guard let first = objects.first else { return nil }
            var common = first
            for next in objects.dropFirst() { common = joining(common, next) }
            let requiredByAll = objects.dropFirst()
                .reduce(Set(required(of: first))) { $0.intersection(required(of: $1)) }
            common["required"] = .array(required(of: first).filter(requiredByAll.contains))
            common["description"] = nil
            result = merging(result, common)
            if objects.count > 1 { notes.append(sentence(objects)) }
        }
        DescribedSchema.add(notes, to: &result)
        return result
    }

    private mutating func objects(_ schemas: [JSONValue], _ depth: Int) -> [JSONObject] {
        var objects: [JSONObject] = []
        for schema in schemas {
            guard budget >= 0 else { break }
            if let schema = schema.objectValue, let object = fold(schema, depth: depth + 1) { objects.append(object) }
        }
        return objects
    }

    private func definition(_ reference: String) -> JSONObject? {
        for prefix in ["#/$defs/", "#/definitions/"] where reference.hasPrefix(prefix) {
            return definitions[String(reference.dropFirst(prefix.count))]?.objectValue
        }
        return nil
    }

    private func required(of schema: JSONObject) -> [JSONValue] { schema["required"]?.arrayValue ?? [] }

    /// Returns a schema for values that both schemas accept: all properties, and what either requires.
    private func merging(_ one: JSONObject, _ other: JSONObject) -> JSONObject {
        var result = one
        for (keyword, value) in other {
            switch keyword {
            case "properties":
                var properties = one["properties"]?.objectValue ?? [:]
                for (name, schema) in value.objectValue ?? [:] where properties[name] == nil || properties[name] == [:]
                {
                    properties[name] = schema
                }
                result["properties"] = .object(properties)
            case "required":
                let old = required(of: one)
                let known = Set(old)
                result["required"] = .array(old + (value.arrayValue ?? []).filter { !known.contains($0) })
            // With the properties of both, a schema that forbids those of others would forbid too much.
            case "additionalProperties": if one[keyword] == nil || one[keyword] == false { result[keyword] = value }
            default: if one[keyword] == nil { result[keyword] = value }
            }
        }
        return result
    }

    /// Returns a schema for values that one of the schemas accepts, as far as properties go.
    private func joining(_ one: JSONObject, _ other: JSONObject) -> JSONObject {
        var result = merging(one, other)
        var properties = result["properties"]?.objectValue ?? [:]
        for (name, schema) in other["properties"]?.objectValue ?? [:] {
            guard let old = one["properties"]?[name], old != schema else { continue }
            properties[name] = either(old, schema)
        }
        result["properties"] = .object(properties)
        return result
    }

    /// Returns a schema for the values of a property that two alternatives have.
    private func either(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
        // A property that distinguishes the alternatives, such as the name of an action.
        if let left = choices(one), let right = choices(other) {
            let type = one["type"] == other["type"] ? one["type"] : nil
            var result: JSONObject = [:]
            if let type { result["type"] = type }
            let known = Set(left)
            result["enum"] = .array(left + right.filter { !known.contains($0) })
            return .object(result)
        }
        let known = one.objectValue?.count == 1 ? one["anyOf"]?.arrayValue : nil
        let all = known ?? [one]
        return ["anyOf": .array(all.contains(other) ? all : all + [other])]
    }

    private func choices(_ schema: JSONValue) -> [JSONValue]? {
        schema["enum"]?.arrayValue ?? schema["const"].map { [$0] }
    }

    /// Returns the alternatives in words: the properties that each requires.
    private func sentence(_ objects: [JSONObject]) -> String {
        let forms = objects.map { object in
            let names = required(of: object).compactMap(\.stringValue).map { name in
                let choices = object["properties"]?[name].flatMap(choices)
                return choices?.count == 1 ? "\(name) = \(choices?[0].serialized() ?? "")" : name
            }
            return names.isEmpty ? "nothing more" : names.joined(separator: ", ")
        }
        return "required is one of: " + forms.map { "(\($0))" }.joined(separator: " or ")
    }
}
