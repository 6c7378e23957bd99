/// The change to one field of an item.
public enum FieldChange<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The field stays as it is.
    case keep

    /// The field becomes empty.
    case clear

    /// The field gets this value.
    case set(Value)

    /// Returns the field after the change.
    public func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let value): value
        }
    }

    /// The new value; `nil` if there is none.
    public var newValue: Value? { applied(to: nil) }
}

extension FieldChange: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// Makes a change that sets the text.
    public init(stringLiteral value: String) { self = .set(value) }
}

extension FieldChange: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral where Value == Double {
    /// Makes a change that sets the whole number.
    public init(integerLiteral value: Int) { self = .set(Double(value)) }

    /// Makes a change that sets the number.
    public init(floatLiteral value: Double) { self = .set(value) }
}
