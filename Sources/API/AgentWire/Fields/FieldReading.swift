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
    /// The instructions for a model.
    static let instructions = FieldReading { fields, _ in fields.instructions() }
}

extension FieldReading<Double> {
    /// A number of a range.
    static func decimal(in range: ClosedRange<Double>) -> FieldReading { FieldReading { $0.decimal($1, in: range) } }
}

extension FieldReading<Int> {
    /// A whole number of a range.
    static func integer(in range: ClosedRange<Int>) -> FieldReading { FieldReading { $0.integer($1, in: range) } }
}

extension FieldReading {
    /// A list of at most so many objects of a request.
    static func records<Element: WireRecord>(upTo limit: Int) -> FieldReading where Value == [Element] {
        FieldReading { fields, name in
            let known = Element.fields.names
            let elements = fields.elements(name, upTo: limit, known: known) { reader -> Element? in
                let element = Element.fields.read(&reader)
                element?.check(&reader)
                return element
            }
            return elements?.compactMap(\.self)
        }
    }
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
