import StreamingJSON

/// A move of a JSON Schema into another one, which has its definitions under other names.
struct SchemaRelocation {
    /// The new reference to `#`, which is the moved schema itself; `nil` if it is inlined and nothing can refer to it.
    let root: String?
    /// The new names of its definitions.
    var names: [String: String] = [:]

    init(root: String?) { self.root = root }

    private static let schemas: Set<String> = [
        "items", "additionalProperties", "not", "contains", "if", "then", "else", "propertyNames",
        "unevaluatedItems", "unevaluatedProperties",
    ]
    private static let lists: Set<String> = ["anyOf", "oneOf", "allOf", "prefixItems"]
    private static let members: Set<String> = ["properties", "patternProperties", "dependentSchemas", "$defs"]

    /// Returns the schema with its references changed, but not other parts that look like references, such as a
    /// property named `$ref`.
    func relocated(_ schema: JSONValue) -> JSONValue {
        guard case .object(let keywords) = schema else { return schema }
        return .object(
            JSONObject(
                keywords.map { keyword, value in
                    if keyword == "$ref", let reference = value.stringValue {
                        return (keyword, .string(relocated(reference: reference)))
                    }
                    if Self.schemas.contains(keyword) { return (keyword, relocated(value)) }
                    if Self.lists.contains(keyword), let list = value.arrayValue {
                        return (keyword, .array(list.map(relocated)))
                    }
                    if Self.members.contains(keyword), let members = value.objectValue {
                        return (keyword, .object(JSONObject(members.map { ($0.key, relocated($0.value)) })))
                    }
                    return (keyword, value)
                }
            )
        )
    }

    private func relocated(reference: String) -> String {
        if reference == "#" { return root ?? reference }
        for (old, new) in names {
            let from = SchemaWriter.reference(toDefinition: old)
            if reference == from { return SchemaWriter.reference(toDefinition: new) }
            if reference.hasPrefix(from + "/") {
                return SchemaWriter.reference(toDefinition: new) + reference.dropFirst(from.count)
            }
        }
        return reference
    }
}
