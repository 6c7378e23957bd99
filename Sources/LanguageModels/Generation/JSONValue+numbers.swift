import FoundationEssentials
import StreamingJSON

extension JSONValue {
    /// Returns a float as the number with its decimal digits: 0.1, not the double nearest to the float.
    static func number(exactly value: Float) -> JSONValue { .number(Double(value.description) ?? Double(value)) }

    /// Returns a decimal number as an integer if it fits 64 bits, otherwise as the nearest double.
    static func number(nearest value: Decimal) -> JSONValue {
        if let integer = Int(value.description) { return .integer(integer) }
        return .number(Double(value.description) ?? .nan)
    }
}
