import StreamingJSON

/// The fields of a form whose schema has several shapes.
enum FormFields {
    private static let mostSchemas = 200

    /// Returns an object with the fields of all shapes; a field is required only if it is so outside `oneOf` and `anyOf`.
    ///
    /// A form has no other shape than its fields, so conditions between them are left to the server.
    static func union(_ schema: JSONValue, _ schemas: inout SchemaReader) throws(SchemaFault) -> JSONValue {
        var properties = JSONObject()
        var required: [String] = []
        var open = [(schema: schema, isChoice: false)]
        var index = 0
        while index < open.count, index < mostSchemas {
            let (schema, isChoice) = open[index]
            index += 1
            if let name = schema.definitionName { open.append((try schemas.definition(name), isChoice)) }
            for (name, value) in schema["properties"]?.objectValue ?? [:] where properties[name] == nil {
                properties[name] = value
            }
            if !isChoice { required += SchemaReader.names(schema["required"]) }
            open += (schema["allOf"]?.arrayValue ?? []).map { ($0, isChoice) }
            for keyword in ["oneOf", "anyOf"] { open += (schema[keyword]?.arrayValue ?? []).map { ($0, true) } }
        }
        return ["properties": .object(properties), "required": .array(required.map(JSONValue.string))]
    }
}
