public import StreamingJSON
import Synchronization

/// A schema for generated content, as JSON Schema in Apple's dialect (Apple FoundationModels 26.0).
///
/// In this dialect `title` is the type's name, `x-order` lists the properties in the order of their declaration,
/// `additionalProperties` is always false, and `required` omits optional properties. Named types are in `$defs`; a
/// type refers to itself by `#`.
public struct GenerationSchema: Sendable {
    /// The parts of the schema.
    let content: SchemaContent
    private let written = SchemaJSONCache()

    init(content: SchemaContent) { self.content = content }

    /// The name of the described type; empty for a type without one.
    public var name: String { content.name ?? "" }

    /// The whole schema as JSON, including definitions.
    ///
    /// It is written on first use and then kept.
    public var jsonValue: JSONValue { .object(written.value { SchemaWriter.write(content) }) }

    /// Returns the whole schema in a provider's dialect.
    ///
    /// The result of `rewrite` is kept together with its text, because a schema is sent in each turn.
    ///
    /// - Parameter dialect: The key that identifies the rewritten form.
    package func jsonValue(in dialect: String, _ rewrite: (JSONValue) -> JSONValue) -> JSONValue {
        written.value(in: dialect) { rewrite(jsonValue) }
    }

    /// Wraps a JSON Schema unchanged.
    ///
    /// Nothing is checked: the model gets this schema, and the requested type reads the result.
    public init(jsonSchema: JSONObject) {
        self.init(content: SchemaContent(root: .keywords(jsonSchema)))
    }
}

/// The JSON of a schema and its rewritten forms, shared by the schema's copies.
private final class SchemaJSONCache: Sendable {
    private let stored = Mutex<JSONObject?>(nil)
    private let rewritten = Mutex<[String: JSONValue]>([:])

    func value(_ write: () -> JSONObject) -> JSONObject {
        if let value = stored.withLock({ $0 }) { return value }
        // Outside the lock, because the types' schemas are computed by foreign code.
        let value = write()
        return stored.withLock { stored in
            stored = stored ?? value
            return stored ?? value
        }
    }

    func value(in dialect: String, _ write: () -> JSONValue) -> JSONValue {
        if let value = rewritten.withLock({ $0[dialect] }) { return value }
        var value = write()
        if case .object(let members) = value { value = .object(members.keepingText()) }
        return rewritten.withLock { rewritten in
            let first = rewritten[dialect] ?? value
            rewritten[dialect] = first
            return first
        }
    }
}

extension GenerationSchema: Equatable {
    /// Returns whether two schemas have equal JSON.
    public static func == (left: Self, right: Self) -> Bool { left.jsonValue == right.jsonValue }
}

extension GenerationSchema: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonValue.serialized() }
}
