import StreamingJSON

/// The fields of a type of the wire, each once: the encoder, the decoder and the schema come from them.
///
/// ```swift
/// package static let fields: Fields<Self> = Fields(
///     Self.init,
///     .always("id", \.id),
///     .always("reason", \.reason, "Null if there is none."),
///     .maybe("currency", \.currency)
/// )
/// ```
///
/// The initializer has a parameter for each field, in the same order, so that no field can be forgotten. A list may start with a value
/// instead, whose properties are then set: for fields in another order, with properties of properties, or that make one together.
package struct Fields<Root>: Sendable {
    /// The name of the schema in the description of the API; `nil` if it appears where it is used.
    package let name: String?
    /// The schema.
    package let schema: WireSchema
    /// The names of the fields.
    package let names: Set<String>
    /// The parts of the schema.
    let parts: [FieldPart]
    /// The writers, in the order in which they write.
    let writers: [FieldWriter<Root>]
    private let form: FieldForm
    private let make: @Sendable (inout RequestFields) -> Root?

    /// The parts and the writers of several fields.
    private typealias Pieces = (parts: [FieldPart], writers: [FieldWriter<Root>])

    private static func pieces<each Value: Sendable & Equatable>(_ field: repeat Field<Root, each Value>) -> Pieces {
        var pieces: Pieces = ([], [])
        for field in repeat each field {
            pieces.parts += field.parts
            pieces.writers += field.writers
        }
        return pieces
    }

    private init(
        _ form: FieldForm,
        _ name: String?,
        _ note: String?,
        _ last: [String],
        _ pieces: Pieces,
        _ make: @escaping @Sendable (inout RequestFields) -> Root?
    ) {
        (self.name, self.form, self.make, parts) = (name, form, make, pieces.parts)
        names = Set(parts.map(\.name))
        writers =
            pieces.writers.filter { !last.contains($0.name) }
            + last.flatMap { name in pieces.writers.filter { $0.name == name } }
        schema = .object(parts.map { $0.member(of: form) }, isClosed: form == .request, note)
    }

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - last: The names of the fields that the encoder writes after the others, in its order.
    ///   - make: The initializer.
    init<each Value: Sendable & Equatable>(
        of form: FieldForm = .answer,
        named name: String? = nil,
        note: String? = nil,
        last: [String] = [],
        _ make: @escaping @Sendable (repeat each Value) -> Root,
        _ field: repeat Field<Root, each Value>
    ) {
        self.init(form, name, note, last, Self.pieces(repeat each field)) { reader in
            let values = (repeat (each field).read(&reader))
            guard let root = try? make(repeat Self.present(each values)) else { return nil }
            repeat Self.check(root, each field, each values)
            return root
        }
    }

    /// Makes a list of fields that are set in a value.
    ///
    /// - Parameters:
    ///   - last: The names of the fields that the encoder writes after the others, in its order.
    ///   - start: The value before a field is read, with those of fields that are missing.
    init<each Value: Sendable & Equatable>(
        of form: FieldForm = .answer,
        named name: String? = nil,
        note: String? = nil,
        last: [String] = [],
        from start: Root,
        _ field: repeat Field<Root, each Value>
    ) where Root: Sendable {
        self.init(form, name, note, last, Self.pieces(repeat each field)) { reader in
            var root = start
            repeat (each field).read(into: &root, &reader)
            return root
        }
    }

    /// The end of reading when a field has no value.
    private struct Missing: Error {}

    /// Checks that a value is in its property, which it is not if the initializer's parameters are in another order.
    private static func check<Value>(_ root: Root, _ field: Field<Root, Value>, _ value: Value?) {
        guard let path = field.path else { return }
        assert(root[keyPath: path] == value, "\(Root.self): the fields are not in the order of the initializer")
    }

    private static func present<Value>(_ value: Value?) throws(Missing) -> Value {
        guard let value else { throw Missing() }
        return value
    }

    /// Returns a reader of the fields of an object.
    func reader(of value: JSONValue) throws(WireError) -> RequestFields {
        switch form {
        case .answer: try RequestFields(open: value)
        case .request: try RequestFields(value, known: names)
        }
    }

    /// Reads all fields and collects their faults; `nil` if a field has neither a value nor a placeholder.
    func read(_ reader: inout RequestFields) -> Root? { make(&reader) }

    /// Returns a value as an object.
    func object(of value: Root) -> JSONObject {
        var object = JSONObject()
        write(value, into: &object)
        return object
    }

    /// Adds the members of a value to an object.
    func write(_ value: Root, into object: inout JSONObject) {
        for writer in writers { writer.write(value, &object) }
    }
}
