public import StreamingJSON

/// The shape that an answer must have: a JSON Schema, as `response_format` of a turn or `schema` of an extraction has it.
///
/// OpenAI's form, `{"type": "json_schema", "json_schema": {"name", "schema"}}`, is taken too. Its name and description become the
/// schema's own; `strict` changes nothing, for every answer is held against the schema.
public struct ResponseFormat: Sendable, Equatable {
    /// The schema.
    public var schema: JSONValue
    /// Where the schema stands in the body, as a JSON pointer.
    public var pointer: String

    /// Makes a format.
    public init(schema: JSONValue, pointer: String = "#/response_format") {
        self.schema = schema
        self.pointer = pointer
    }
}

extension ResponseFormat {
    /// More than that no model should be made to read with every round.
    private static let maximumBytes = 65_536

    /// Reads a field; `nil` when it asks for no shape.
    ///
    /// Whether the schema is one that can be asked for is for the server to say.
    init?(_ fields: inout RequestFields, _ key: String) {
        guard let value = fields.value(key) else { return nil }
        guard value.objectValue != nil else {
            fields.reject(key, "must be a JSON Schema, which is an object, not \(value.typeName)")
            return nil
        }
        let read: ResponseFormat?
        switch value["type"]?.stringValue {
        case "text" where value.objectValue?.count == 1: return nil
        case "json_object":
            fields.reject(key, "'json_object' names no shape; give a JSON Schema")
            return nil
        case "json_schema": read = Self.wrapped(value, &fields, key)
        default: read = ResponseFormat(schema: value, pointer: "#/\(key)")
        }
        guard let read, Self.check(read, &fields, key) else { return nil }
        self = read
    }

    private static func check(_ format: ResponseFormat, _ fields: inout RequestFields, _ key: String) -> Bool {
        let field = String(format.pointer.dropFirst(2))
        if format.schema.objectValue?.isEmpty == true {
            fields.reject(field, "an empty schema says nothing about the answer; say which members it has")
            return false
        }
        let count = format.schema.serialized().utf8.count
        if count > maximumBytes {
            fields.reject(field, "has \(count) bytes, and the most that is taken is \(maximumBytes); ask for less")
            return false
        }
        return true
    }

    private static func wrapped(_ value: JSONValue, _ fields: inout RequestFields, _ key: String) -> ResponseFormat? {
        do throws(WireError) {
            var outer = try RequestFields(value, known: ["type", "json_schema"], at: "#/\(key)")
            guard let wrapper = outer.object("json_schema") else {
                if outer.value("json_schema") == nil {
                    outer.reject("json_schema", "required: an object with 'name' and 'schema'")
                }
                throw WireError(outer.faults)
            }
            try outer.check()
            let place = "#/\(key)/json_schema"
            var inner = try RequestFields(wrapper, known: ["name", "description", "schema", "strict"], at: place)
            let name = inner.requiredText("name")
            let description = inner.string("description")
            _ = inner.bool("strict")
            guard var schema = inner.object("schema")?.objectValue else {
                if inner.value("schema") == nil { inner.reject("schema", "required: a JSON Schema") }
                throw WireError(inner.faults)
            }
            try inner.check()
            if schema.isEmpty { return ResponseFormat(schema: .object(schema), pointer: "\(place)/schema") }
            if schema["title"] == nil { schema["title"] = .string(name) }
            if schema["description"] == nil, let description { schema["description"] = .string(description) }
            return ResponseFormat(schema: .object(schema), pointer: "\(place)/schema")
        } catch {
            fields.take(error)
            return nil
        }
    }
}
