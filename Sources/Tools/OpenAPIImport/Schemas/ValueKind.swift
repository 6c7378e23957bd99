import StreamingJSON

/// The kind of a value, by its schema.
enum ValueKind {
    case scalar
    case list
    case object

    private static let mostSchemas = 200

    /// Finds the kind; a schema that permits several kinds is the first that is not a scalar.
    init(of schema: JSONValue, in schemas: inout SchemaReader) throws(SchemaFault) {
        var open = [schema]
        var index = 0
        while index < open.count, index < Self.mostSchemas {
            defer { index += 1 }
            guard let members = open[index].objectValue else { continue }
            let types = members["type"]?.arrayValue ?? members["type"].map { [$0] } ?? []
            if types.contains("array") || members["items"] != nil {
                self = .list
                return
            }
            if types.contains("object") || members["properties"] != nil {
                self = .object
                return
            }
            if let name = open[index].definitionName { open.append(try schemas.definition(name)) }
            for keyword in ["allOf", "oneOf", "anyOf"] { open.append(contentsOf: members[keyword]?.arrayValue ?? []) }
        }
        self = .scalar
    }
}
