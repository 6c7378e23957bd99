import StreamingJSON

extension SchemaReader {
    /// The keywords beside a reference that describe and do not validate.
    static var annotations: Set<String> {
        ["$ref", "description", "default", "deprecated", "readOnly", "writeOnly", "nullable", "x-nullable"]
    }

    /// Reads a reference and the keywords beside it.
    mutating func readReference(
        _ located: Located,
        _ schema: JSONObject,
        _ depth: Int
    ) throws(SchemaFault) -> JSONValue {
        let target = try target(located.reference ?? "", in: located.place.file)
        // A chain of references ends in a schema, so that no definition is only a reference to itself.
        let end = try followed(target)
        var result = JSONObject([("$ref", reference(to: end)["$ref"] ?? .null)])
        if let text = Summary.argument(schema["description"]?.stringValue, most: limits.argumentDescriptionLength) {
            result["description"] = .string(text)
        }
        if let value = schema["default"], isShort(value) { result["default"] = value }
        if schema["deprecated"] == true { result["deprecated"] = true }
        var read = JSONValue.object(result)
        if version == .v31 {
            let rest = schema.filter { !Self.annotations.contains($0.key) }.map { ($0.key, $0.value) }
            if !rest.isEmpty {
                let other = try self.read(
                    Located(value: .object(JSONObject(rest)), place: located.place),
                    depth: depth + 1
                )
                if other.objectValue?.isEmpty == false { read = ["allOf": [read, other]] }
            }
        }
        return isNullable(schema) ? Self.orNull(read) : read
    }

    /// Whether `null` is permitted by a keyword other than `type`.
    func isNullable(_ schema: JSONObject) -> Bool { schema["nullable"] == true || schema["x-nullable"] == true }

    /// Returns the schema with `null` permitted.
    static func orNull(_ schema: JSONValue) -> JSONValue {
        guard var members = schema.objectValue, members["$ref"] == nil, members["allOf"] == nil else {
            return ["anyOf": [schema, ["type": "null"]]]
        }
        if members["oneOf"] != nil || members["anyOf"] != nil { return ["anyOf": [schema, ["type": "null"]]] }
        switch members["type"] {
        case .string(let type) where type != "null": members["type"] = [.string(type), "null"]
        case .array(let types) where !types.contains("null"): members["type"] = .array(types + ["null"])
        default: break
        }
        if case .array(let values) = members["enum"], !values.contains(.null) {
            members["enum"] = .array(values + [.null])
        }
        if let value = members["const"], value != .null {
            members["const"] = nil
            members["enum"] = [value, .null]
        }
        return .object(members)
    }

    /// Whether a default value is short enough to be kept.
    func isShort(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): text.utf8.count <= limits.argumentDescriptionLength
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: true
        }
    }
}
