import Secrets
import StreamingJSON

/// A reader of a field that accepts less than the type of its value, or has a default.
struct FieldReading<Value>: Sendable {
    /// Reads a field by its name; `nil` if it has neither a value nor a placeholder, after its fault was collected.
    let read: @Sendable (inout RequestFields, String) -> Value?

    init(_ read: @escaping @Sendable (inout RequestFields, String) -> Value?) { self.read = read }
}

extension FieldReading<String> {
    /// A required text that is not empty.
    static let nonEmpty = FieldReading { $0.requiredText($1) }
    /// The name that an administrator chose for something.
    static let name = FieldReading { $0.name($1) }
}

extension FieldReading<SecretString> {
    /// A required secret.
    static let secret = FieldReading { SecretString($0.requiredText($1)) }
}

/// The form of a field whose value has one of its own.
struct FieldCoding<Value>: Sendable {
    let schema: WireSchema
    let read: @Sendable (inout RequestFields, String) -> Value?
    let write: @Sendable (Value) -> JSONValue
}
