import StreamingJSON
import YAMLReading

extension SchemaReader {
    private static var types: Set<String> { ["string", "number", "integer", "boolean", "array", "object", "null"] }
    private static var counts: [String] {
        ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]
    }

    /// Reads the keywords of a schema without a reference; unknown and wrong ones are left out.
    mutating func readKeywords(
        _ located: Located,
        _ schema: JSONObject,
        _ depth: Int
    ) throws(SchemaFault) -> JSONValue {
        var result = JSONObject()
        let types = readType(schema["type"], located.place)
        if types.count == 1 { result["type"] = .string(types[0]) }
        if types.count > 1 { result["type"] = .array(types.map(JSONValue.string)) }
        if types.isEmpty, schema["properties"]?.objectValue != nil { result["type"] = "object" }
        if types.isEmpty, schema["items"]?.objectValue != nil { result["type"] = "array" }
        if schema["type"] == "file" {
            result["type"] = "string"
            result["format"] = "binary"
        }
        if let text = Summary.argument(schema["description"]?.stringValue, most: limits.argumentDescriptionLength) {
            result["description"] = .string(text)
        }
        readValues(schema, types, into: &result)
        readBounds(schema, into: &result)
        try readObject(located, schema, depth, into: &result)
        try readItems(located, depth, into: &result)
        for name in ["oneOf", "anyOf"] {
            let branches = try readBranches(located, name, depth)
            if !branches.isEmpty { result[name] = .array(branches) }
        }
        if let not = located["not"], not.value.objectValue != nil { result["not"] = try read(not, depth: depth + 1) }
        if let branches = try readMapping(located, schema) { result["oneOf"] = .array(branches) }
        return isNullable(schema) ? Self.orNull(.object(result)) : .object(result)
    }

    private mutating func readType(_ type: JSONValue?, _ place: DocumentLocation) -> [String] {
        let listed = type?.arrayValue?.compactMap(\.stringValue) ?? type?.stringValue.map { [$0] } ?? []
        var types: [String] = []
        for type in listed where !types.contains(type) {
            if Self.types.contains(type) {
                types.append(type)
            } else if type != "file" {
                let hint = type.nearest(among: Self.types.sorted()).map { "; did you mean '\($0)'?" } ?? ""
                note(place, "there is no type '\(type.cut(to: 40))', so any value is accepted\(hint)")
            }
        }
        return types
    }

    private func readValues(_ schema: JSONObject, _ types: [String], into result: inout JSONObject) {
        if let format = schema["format"]?.stringValue, format.utf8.count <= 40, result["format"] == nil {
            result["format"] = .string(format)
        }
        if let pattern = schema["pattern"]?.stringValue, pattern.utf8.count <= 400 {
            result["pattern"] = .string(pattern)
        }
        if case .array(let values) = schema["enum"], !values.isEmpty {
            var seen: Set<JSONValue> = []
            result["enum"] = .array(values.filter { seen.insert($0).inserted })
        }
        if let value = schema["const"] { result["const"] = value }
        if let value = schema["default"], isShort(value), types.isEmpty || Self.fits(value, types) {
            result["default"] = value
        }
        if schema["deprecated"] == true { result["deprecated"] = true }
    }

    private static func fits(_ value: JSONValue, _ types: [String]) -> Bool {
        switch value {
        case .integer: types.contains("integer") || types.contains("number")
        case .number: types.contains("number") || types.contains("integer") && value.intValue != nil
        default: types.contains(value.typeName)
        }
    }

    private func readBounds(_ schema: JSONObject, into result: inout JSONObject) {
        for (name, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            // In 3.0 and 2.0 the exclusive bound is a Boolean beside the bound.
            let isExclusive = schema[exclusive] == true
            if let bound = schema[name], bound.doubleValue != nil { result[isExclusive ? exclusive : name] = bound }
            if let bound = schema[exclusive], bound.doubleValue != nil { result[exclusive] = bound }
        }
        if let step = schema["multipleOf"], let number = step.doubleValue, number > 0 { result["multipleOf"] = step }
        for name in Self.counts {
            if let count = schema[name]?.intValue, count >= 0 { result[name] = .integer(count) }
        }
        if schema["uniqueItems"] == true { result["uniqueItems"] = true }
    }

    private mutating func readItems(
        _ located: Located,
        _ depth: Int,
        into result: inout JSONObject
    ) throws(SchemaFault) {
        if let items = located["items"] {
            if items.value.objectValue != nil {
                result["items"] = try read(items, depth: depth + 1)
            } else if let first = items.elements.first {
                result["items"] = try read(first, depth: depth + 1)
            }
        }
        guard let prefix = located["prefixItems"], !prefix.elements.isEmpty else { return }
        var items: [JSONValue] = []
        for item in prefix.elements { items.append(try read(item, depth: depth + 1)) }
        result["prefixItems"] = .array(items)
    }
}
