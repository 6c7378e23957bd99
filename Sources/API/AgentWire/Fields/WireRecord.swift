package import StreamingJSON

/// A value of the wire that is an object, with the list of its fields.
///
/// Its encoder, its decoder and its schema come from the list.
package protocol WireRecord: WireValue, FieldElement {
    /// The fields.
    static var fields: Fields<Self> { get }
    /// Collects the faults of fields that do not fit together; none by default.
    func check(_ reader: inout RequestFields)
}

extension WireRecord {
    /// Reads a value.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type, and in requests every field that is unknown.
    public init(jsonValue: JSONValue) throws(WireError) {
        var reader = try Self.fields.reader(of: jsonValue)
        try self.init(reading: &reader)
        check(&reader)
        try reader.check()
    }

    package func check(_ reader: inout RequestFields) {}

    /// Reads the fields of a body; the caller checks what only the server knows, such as scopes, and then for faults.
    ///
    /// - Throws: ``WireError`` if a field without which there is no value is missing or of another type.
    package init(reading reader: inout RequestFields) throws(WireError) {
        guard let value = Self.fields.read(&reader) else { throw WireError(reader.faults) }
        self = value
    }

    /// Reads a value of a log; `nil` if a field is missing without which there is none.
    ///
    /// A field of another type counts as missing.
    init?(logged data: JSONValue) {
        guard var reader = try? RequestFields(open: data), let value = Self.fields.read(&reader) else { return nil }
        self = value
    }

    /// The value as JSON.
    public var jsonValue: JSONValue { .object(Self.fields.object(of: self)) }

    /// The schema, or a reference to it if it has a name.
    package static var schema: WireSchema { fields.name.map(WireSchema.named) ?? fields.schema }

    /// The schema with its name, for the description of the API.
    package static var component: (name: String, schema: WireSchema) { (fields.name ?? "\(Self.self)", fields.schema) }

    package static func fieldSchema(_ note: String?) -> WireSchema { schema }

    package static var expected: String { "an object" }

    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? { fields.wireValue(name) }

    package var fieldValue: JSONValue { jsonValue }

    package static func list(_ name: String, _ fields: inout RequestFields) -> [Self]? {
        fields.value(name) == nil ? nil : fields.requiredValues(name)
    }

    package static func requiredList(_ name: String, _ fields: inout RequestFields) -> [Self] {
        fields.requiredValues(name)
    }
}
