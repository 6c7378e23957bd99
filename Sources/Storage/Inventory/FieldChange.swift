/// What becomes of one field when an item is changed.
public enum FieldChange<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The field stays as it is.
    case keep

    /// The field is empty from now on.
    case clear

    /// The field holds this from now on.
    case set(Value)

    /// The field after the change.
    public func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let value): value
        }
    }

    /// What is newly set; nil when nothing is.
    public var newValue: Value? { applied(to: nil) }
}

extension FieldChange: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// The text is set.
    public init(stringLiteral value: String) { self = .set(value) }
}

extension FieldChange: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral where Value == Double {
    /// The whole number is set.
    public init(integerLiteral value: Int) { self = .set(Double(value)) }

    /// The number is set.
    public init(floatLiteral value: Double) { self = .set(value) }
}
