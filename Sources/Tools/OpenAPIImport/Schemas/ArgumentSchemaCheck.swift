import JSONSchema
import StreamingJSON

/// The check that a tool's schema can validate arguments.
enum ArgumentSchemaCheck {
    /// Returns the schema, without its patterns if the validator cannot run one of them.
    static func checked(_ schema: ArgumentSchema) throws(SchemaFault) -> ArgumentSchema {
        guard let error = fault(schema) else { return schema }
        guard error.code == .badPattern else { throw fault(of: error) }
        var plain = schema
        for (name, value) in schema.properties { plain.properties[name] = withoutPatterns(value) }
        for (name, value) in schema.definitions { plain.definitions[name] = withoutPatterns(value) }
        if let error = fault(plain) { throw fault(of: error) }
        return plain
    }

    private static func fault(_ schema: ArgumentSchema) -> JSONSchemaError? {
        do throws(JSONSchemaError) {
            _ = try JSONSchema(schema.document)
            return nil
        } catch {
            return error
        }
    }

    private static func fault(of error: JSONSchemaError) -> SchemaFault {
        SchemaFault(
            reason: error.code == .endlessReference ? .endlessSchema : .malformed,
            message: "its schema cannot be used: \(error.description.cut(to: 200))"
        )
    }

    private static func withoutPatterns(_ schema: JSONValue) -> JSONValue {
        guard var members = schema.objectValue else { return schema }
        members["pattern"] = nil
        let mapped = try? JSONValue.object(members).mapSchemas { schema throws(SchemaFault) in withoutPatterns(schema) }
        return mapped ?? .object(members)
    }
}
