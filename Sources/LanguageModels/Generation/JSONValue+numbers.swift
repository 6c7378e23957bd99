import FoundationEssentials
import StreamingJSON

extension JSONValue {
    /// A float as the number it is written as: 0.1, and not the double nearest to the float.
    static func number(exactly value: Float) -> JSONValue { .number(Double(value.description) ?? Double(value)) }

    /// A decimal number, as an integer if it is one of 64 bits, else as the nearest double.
    static func number(nearest value: Decimal) -> JSONValue {
        if let integer = Int(value.description) { return .integer(integer) }
        return .number(Double(value.description) ?? .nan)
    }
}
