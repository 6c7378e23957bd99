public import StreamingJSON
import Synchronization

/// The shape that generated content must have, as JSON Schema in Apple's dialect (Apple FoundationModels 26.0).
///
/// The dialect: `title` is the type's name, `x-order` lists the properties in the order of their declaration,
/// `additionalProperties` is always false, an optional property is absent from `required`, and what has a name stands in
/// `$defs`; a type that refers to itself does so by `#`.
public struct GenerationSchema: Sendable {
    /// What the schema is made of.
    let content: SchemaContent
    private let written = WrittenOnce()

    init(content: SchemaContent) { self.content = content }

    /// The name of the type described, empty for a type without one.
    public var name: String { content.name ?? "" }

    /// The whole schema as JSON, definitions included.
    ///
    /// It is written out when it is first asked for, and then kept.
    public var jsonValue: JSONValue { .object(written.value { SchemaWriter.write(content) }) }

    /// The whole schema as a dialect has it, made by `rewrite` when it is first asked for, and then kept with its text: a schema is
    /// sent with each turn.
    ///
    /// - Parameter dialect: What tells this form from all others.
    package func jsonValue(in dialect: String, _ rewrite: (JSONValue) -> JSONValue) -> JSONValue {
        written.value(in: dialect) { rewrite(jsonValue) }
    }

    /// Wraps a JSON Schema as it is.
    ///
    /// Nothing is checked: it is shown to the model, and what the model makes of it is read by the type that asked.
    public init(jsonSchema: JSONObject) {
        self.init(content: SchemaContent(root: .keywords(jsonSchema)))
    }
}

/// The JSON of a schema, and what dialects make of it, which its copies share.
private final class WrittenOnce: Sendable {
    private let stored = Mutex<JSONObject?>(nil)
    private let rewritten = Mutex<[String: JSONValue]>([:])

    func value(_ write: () -> JSONObject) -> JSONObject {
        if let value = stored.withLock({ $0 }) { return value }
        // Outside the lock: types are asked for their schemas, and that is code of others.
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
    /// Two schemas are equal when their JSON is.
    public static func == (left: Self, right: Self) -> Bool { left.jsonValue == right.jsonValue }
}

extension GenerationSchema: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonValue.serialized() }
}
