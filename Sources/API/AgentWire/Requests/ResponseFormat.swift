public import StreamingJSON

/// The schema of an answer: the JSON Schema in a turn's `response_format` or an extraction's `schema`.
///
/// OpenAI's form, `{"type": "json_schema", "json_schema": {"name", "schema"}}`, is also accepted. Its name and description become
/// those of the schema; `strict` has no effect, because every answer is validated against the schema.
public struct ResponseFormat: Sendable, Equatable {
    /// The schema.
    public var schema: JSONValue
    /// The JSON pointer of the schema in the body.
    public var pointer: String

    /// Makes a format.
    public init(schema: JSONValue, pointer: String = "#/response_format") {
        (self.schema, self.pointer) = (schema, pointer)
    }
}

extension ResponseFormat: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .anyObject(note) }
    package static var expected: String { "a JSON Schema" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? { Self(&fields, name) }
    package var fieldValue: JSONValue { schema }
}

extension ResponseFormat {
    /// The maximum size of a schema, which the model reads in every round.
    private static let maximumBytes = 65_536

    /// Reads a field; `nil` if it requests no schema.
    ///
    /// The server checks later whether it supports the schema.
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
            fields.reject(key, "'json_object' has no schema; send a JSON Schema")
            return nil
        case "json_schema": read = Self.wrapped(value, &fields, key)
        default: read = ResponseFormat(schema: value, pointer: "#/\(key)")
        }
        guard let read, Self.check(read, &fields, key) else { return nil }
        self = read
    }

    /// Makes a format of a schema that was read separately; `nil` if it is empty or too large, which is a fault.
    ///
    /// - Parameter place: The place of the schema in the body, without the `#/` of a JSON pointer.
    init?(checking schema: JSONValue, at place: String, _ fields: inout RequestFields) {
        let read = ResponseFormat(schema: schema, pointer: "#/\(place)")
        guard Self.check(read, &fields, place) else { return nil }
        self = read
    }

    private static func check(_ format: ResponseFormat, _ fields: inout RequestFields, _ key: String) -> Bool {
        let field = String(format.pointer.dropFirst(2))
        if format.schema.objectValue?.isEmpty == true {
            fields.reject(field, "an empty schema does not describe the answer; define its members")
            return false
        }
        if let fault = format.sizeFault {
            fields.reject(field, fault)
            return false
        }
        return true
    }

    /// The fault of a schema that is too large; `nil` for any other.
    var sizeFault: String? {
        let count = schema.serialized().utf8.count
        guard count > Self.maximumBytes else { return nil }
        return "has \(count) bytes, more than the limit of \(Self.maximumBytes); use a smaller schema"
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
            fields.append(error)
            return nil
        }
    }
}

/// The method of estimating an answer's confidence; token probabilities are not available.
public enum WireConfidenceMethod: String, Sendable, CaseIterable, WireWord {
    /// The model reports its confidence in the same answer.
    case selfReport = "self_report"
    /// The text is read three times; the confidence is the share of the readings that agree.
    case agreement
}
