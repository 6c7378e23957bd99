import StreamingJSON

/// The arguments of a tool as a JSON Schema with its definitions.
struct ArgumentSchema {
    /// The arguments' schemas by name, in order.
    var properties: JSONObject
    /// The names of the arguments that a call must have.
    var required: [String]
    /// The schemas to which `#/$defs/<name>` refers.
    var definitions = JSONObject()

    /// The schema as one document.
    var document: JSONValue {
        var members = JSONObject([("type", "object"), ("properties", .object(properties))])
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        if !definitions.isEmpty { members["$defs"] = .object(definitions) }
        return .object(members)
    }

    /// The bytes of the document.
    var size: Int {
        var bytes: [UInt8] = []
        document.write(into: &bytes)
        return bytes.count
    }
}

extension JSONValue {
    /// The name of the definition, if the value is a reference to one.
    var definitionName: String? {
        guard let reference = self["$ref"]?.stringValue, reference.hasPrefix("#/$defs/") else { return nil }
        return String(reference.dropFirst(8))
    }

    /// Returns the value with a function applied to each schema directly inside it.
    func mapSchemas(_ body: (JSONValue) throws(SchemaFault) -> JSONValue) throws(SchemaFault) -> JSONValue {
        guard var members = objectValue else { return self }
        for (name, value) in members {
            switch (name, value) {
            case ("properties", .object(var properties)):
                for (name, schema) in properties { properties[name] = try body(schema) }
                members[name] = .object(properties)
            case ("items", .object), ("additionalProperties", .object), ("not", .object):
                members[name] = try body(value)
            case ("oneOf", .array(let schemas)), ("anyOf", .array(let schemas)), ("allOf", .array(let schemas)),
                ("prefixItems", .array(let schemas)):
                var mapped: [JSONValue] = []
                for schema in schemas { mapped.append(try body(schema)) }
                members[name] = .array(mapped)
            default: break
            }
        }
        return .object(members)
    }
}
