import StreamingJSON

/// The keywords that hold schemas.
enum SchemaKeywords {
    /// Returns the schemas directly within a schema, each with the names and indices that lead to it.
    ///
    /// Malformed values are skipped here because the compiler reports them.
    static func subschemas(
        of schema: JSONValue,
        in vocabularies: Vocabularies
    ) -> [(path: [String], schema: JSONValue)] {
        guard case .object(let members) = schema else { return [] }
        var result: [(path: [String], schema: JSONValue)] = []
        for (keyword, value) in members {
            switch (keyword, value) {
            case ("properties", .object(let entries)), ("patternProperties", .object(let entries)),
                ("dependentSchemas", .object(let entries)), ("$defs", .object(let entries)),
                ("definitions", .object(let entries)):
                for (name, schema) in entries { result.append(([keyword, name], schema)) }
            case ("allOf", .array(let elements)), ("anyOf", .array(let elements)), ("oneOf", .array(let elements)),
                ("prefixItems", .array(let elements)):
                for (index, schema) in elements.enumerated() { result.append(([keyword, String(index)], schema)) }
            case ("items", .array(let elements)) where vocabularies.contains(.tuples):
                for (index, schema) in elements.enumerated() { result.append(([keyword, String(index)], schema)) }
            case ("dependencies", .object(let entries)) where vocabularies.contains(.tuples):
                for (name, schema) in entries { result.append(([keyword, name], schema)) }
            case ("additionalItems", _) where vocabularies.contains(.tuples):
                result.append(([keyword], value))
            case ("items", _), ("contains", _), ("additionalProperties", _), ("propertyNames", _), ("not", _),
                ("if", _),
                ("then", _), ("else", _), ("unevaluatedItems", _), ("unevaluatedProperties", _), ("contentSchema", _):
                result.append(([keyword], value))
            default:
                break
            }
        }
        return result
    }
}
