@_exported public import AssistantSchemas
public import StreamingJSON

/// A value that intents accept and return, with its form on the wire (Apple: `_IntentValue`).
public protocol IntentValue: Sendable {
    /// The type in the notation of the catalog.
    static var schemaType: SchemaType { get }

    /// Whether the type has a value that means none.
    static var isOptional: Bool { get }

    /// The type of a single value: that of the elements of a collection, and of the value of an optional.
    static var elementType: any IntentValue.Type { get }

    /// Reads a value of an input.
    ///
    /// - Throws: ``IntentError`` with ``IntentError/Code/invalidInput`` or ``IntentError/Code/unknownEntity``.
    static func value(from json: JSONValue, in context: IntentInput) async throws -> Self

    /// Returns the value for an output.
    ///
    /// - Throws: ``IntentError`` if the value has no form on the wire, such as a file that cannot be uploaded.
    func json(in context: IntentOutput) async throws -> JSONValue
}

extension IntentValue {
    /// False.
    public static var isOptional: Bool { false }

    /// The type itself.
    public static var elementType: any IntentValue.Type { self }
}

/// The place of a value in an input, and the access to what it refers to.
public struct IntentInput: Sendable {
    /// The place, as a JSON Pointer.
    let path: String
    /// The access to files of the server; `nil` if the app has none.
    let files: (any IntentFileTransport)?

    /// Returns the place of a member or an element.
    func at(_ part: some CustomStringConvertible) -> Self {
        Self(path: "\(path)/\(part)", files: files)
    }

    /// Returns the fault for a value of another form.
    func fault(_ expected: String, not json: JSONValue) -> IntentError {
        IntentError(.invalidInput, "\(path) has to be \(expected), not \(json.typeName).")
    }
}

/// The depth of a value in an output, and the access to the files of the server.
public struct IntentOutput: Sendable {
    /// The number of entities around the value.
    let depth: Int
    /// The properties that an entity may contain; `nil` for all.
    let properties: Set<String>?
    /// The access to files of the server; `nil` if the app has none.
    let files: (any IntentFileTransport)?

    /// Entities within entities are whole at this depth and references with a name below it, because they may contain each
    /// other.
    static let deepestWholeEntity = 1

    /// Returns the context of the properties of an entity.
    var inside: Self { Self(depth: depth + 1, properties: nil, files: files) }
}

/// A value on the wire.
public typealias IntentJSON = JSONValue
