import StreamingJSON

/// A field of a type of the wire: its name, its property, and when it is written.
struct Field<Root, Value: Sendable & Equatable>: Sendable {
    typealias Path<Property> = any KeyPath<Root, Property> & Sendable

    /// The property; `nil` for a field that is only written.
    let path: Path<Value>?
    let parts: [FieldPart]
    let writers: [FieldWriter<Root>]
    /// Reads the field; `nil` if it has neither a value nor a placeholder, after its fault was collected.
    let read: @Sendable (inout RequestFields) -> Value?

    private init(
        _ path: Path<Value>?,
        _ part: FieldPart,
        _ read: @escaping @Sendable (inout RequestFields, String) -> Value?,
        _ write: @escaping @Sendable (Root) -> JSONValue?
    ) {
        let name = part.name
        self.path = path
        parts = [part]
        writers = [FieldWriter(name: name) { root, object in if let value = write(root) { object[name] = value } }]
        self.read = { read(&$0, name) }
    }

    /// Reads the field into its property, which without a value keeps the one that it has.
    func read(into root: inout Root, _ fields: inout RequestFields) {
        guard let value = read(&fields), let path else { return }
        guard let property = path as? WritableKeyPath<Root, Value> else {
            preconditionFailure("\(Root.self): the property of \(parts[0].name) is constant")
        }
        root[keyPath: property] = value
    }
}

extension Field where Value: FieldValue {
    /// A field that is always written, one without a value as `null`.
    ///
    /// - Parameters:
    ///   - schema: The schema, if it is not that of the type.
    ///   - missing: The value of a field that is missing; `nil` if it must not be.
    ///   - read: The reader, if it is not that of the type.
    static func always(
        _ name: String,
        _ path: Path<Value>,
        _ note: String? = nil,
        as schema: WireSchema? = nil,
        missing: Value? = nil,
        read: FieldReading<Value>? = nil
    ) -> Field {
        let presence: FieldPart.Presence = Value.isNullable ? .nullable : missing == nil ? .required : .withDefault
        let part = FieldPart(name: name, schema: schema ?? Value.fieldSchema(note), presence: presence)
        return Field(
            path,
            part,
            { fields, name in
                if let read { return read.read(&fields, name) }
                return missing == nil ? Value.requiredField(name, &fields) : Value.field(name, &fields) ?? missing
            }
        ) { $0[keyPath: path].fieldValue }
    }

    /// A field that is written unless it has the value of one that is missing.
    static func unless(
        _ missing: Value,
        _ name: String,
        _ path: Path<Value>,
        _ note: String? = nil,
        as schema: WireSchema? = nil,
        read: FieldReading<Value>? = nil
    ) -> Field {
        let part = FieldPart(name: name, schema: schema ?? Value.fieldSchema(note), presence: .optional)
        let read = read ?? FieldReading { Value.field($1, &$0) }
        return Field(path, part, { read.read(&$0, $1) ?? missing }) { root in
            let value = root[keyPath: path]
            return value == missing ? Optional.none : value.fieldValue
        }
    }

    /// A field that is written under a condition.
    static func only(
        if condition: Path<Bool>,
        _ name: String,
        _ path: Path<Value>,
        _ note: String? = nil,
        missing: Value
    ) -> Field {
        let presence: FieldPart.Presence = Value.isNullable ? .optionalOrNull : .optional
        let part = FieldPart(name: name, schema: Value.fieldSchema(note), presence: presence)
        return Field(path, part, { Value.field($1, &$0) ?? missing }) { root in
            root[keyPath: condition] ? root[keyPath: path].fieldValue : Optional.none
        }
    }
}

extension Field {
    /// A field that is written if it has a value.
    static func maybe<Wrapped: FieldValue>(
        _ name: String,
        _ path: Path<Wrapped?>,
        _ note: String? = nil,
        as schema: WireSchema? = nil,
        read: FieldReading<Wrapped>? = nil
    ) -> Field where Value == Wrapped? {
        let part = FieldPart(name: name, schema: schema ?? Wrapped.fieldSchema(note), presence: .optional)
        return Field(
            path,
            part,
            { fields, name in
                .some(read.map { $0.read(&fields, name) } ?? Wrapped.field(name, &fields))
            }
        ) { $0[keyPath: path]?.fieldValue }
    }

    /// A field whose value has a form of its own.
    static func custom(
        _ name: String,
        _ path: Path<Value>,
        _ coding: FieldCoding<Value>
    ) -> Field {
        let part = FieldPart(name: name, schema: coding.schema, presence: .required)
        return Field(path, part, coding.read) { coding.write($0[keyPath: path]) }
    }

    /// A field of a change: missing for no change, `null` for no value.
    static func change<Wrapped: FieldValue>(
        _ name: String,
        _ path: Path<Wrapped??>,
        _ note: String? = nil
    ) -> Field where Value == Wrapped?? {
        let part = FieldPart(name: name, schema: Wrapped.fieldSchema(note), presence: .optional)
        return Field(
            path,
            part,
            { fields, name in fields.contains(name) ? .some(Wrapped.field(name, &fields)) : .some(nil) }
        ) {
            $0[keyPath: path].map(\.fieldValue)
        }
    }
}

/// The value of a field that is only written.
struct NoValue: Sendable, Equatable {}

extension Field where Value == NoValue {
    /// A field that is always the same word.
    static func constant(_ name: String, _ word: String) -> Field {
        written(name, as: .word([word])) { _ in .string(word) }
    }

    /// A field that follows from others.
    static func computed<Property: FieldValue>(_ name: String, _ path: Path<Property>) -> Field {
        written(name, as: Property.fieldSchema(nil)) { $0[keyPath: path].fieldValue }
    }

    private static func written(
        _ name: String,
        as schema: WireSchema,
        _ write: @escaping @Sendable (Root) -> JSONValue?
    ) -> Field {
        Field(nil, FieldPart(name: name, schema: schema, presence: .required), { _, _ in NoValue() }, write)
    }
}

extension Field where Value: WireRecord {
    /// The fields of a part whose members are those of the object itself.
    static func inline(_ path: Path<Value>) -> Field {
        let writers = Value.fields.writers.map { writer in
            FieldWriter<Root>(name: writer.name) { writer.write($0[keyPath: path], &$1) }
        }
        return Field(parts: Value.fields.parts, inline: path, writers: writers) { Value.fields.read(&$0) }
    }
}

extension Field {
    /// The fields of a part that there is if there is a field, or if it is a word; its members are those of the object itself.
    static func inline<Wrapped: WireRecord>(
        _ path: Path<Wrapped?>,
        if name: String,
        is word: String? = nil
    ) -> Field where Value == Wrapped? {
        Field(
            parts: Wrapped.fields.parts.map(\.asOptional),
            inline: path,
            writes: { part, object in if let part { Wrapped.fields.write(part, into: &object) } },
            read: { fields in
                let isThere = word.map { fields.value(name)?.stringValue == $0 } ?? fields.contains(name)
                return isThere ? Wrapped.fields.read(&fields).map(Optional.some) : .some(nil)
            }
        )
    }

    /// Fields that make one property together, such as those of alternatives.
    init(
        parts: [FieldPart],
        inline path: Path<Value>,
        writes: @escaping @Sendable (Value, inout JSONObject) -> Void,
        read: @escaping @Sendable (inout RequestFields) -> Value?
    ) {
        let writer = FieldWriter<Root>(name: parts[0].name) { writes($0[keyPath: path], &$1) }
        self.init(parts: parts, inline: path, writers: [writer], read: read)
    }

    /// Fields that make one property together, with a writer for each of them.
    private init(
        parts: [FieldPart],
        inline path: Path<Value>,
        writers: [FieldWriter<Root>],
        read: @escaping @Sendable (inout RequestFields) -> Value?
    ) {
        (self.path, self.parts, self.writers, self.read) = (path, parts, writers, read)
    }
}
