/// Follows a number byte by byte, to know at each byte whether the number could end there (RFC 8259 §6).
struct JSONNumberGrammar: Sendable {
    private enum Place { case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits }

    private var place = Place.start

    /// Whether the bytes so far are a complete number.
    var isWhole: Bool {
        switch place {
        case .zero, .integer, .fraction, .exponentDigits: true
        default: false
        }
    }

    /// Whether the number so far is a zero, which no digit may follow.
    var isZero: Bool { place == .zero }

    /// Reads a byte that continues the number; returns `false`, without a change, for any other byte.
    mutating func accept(_ byte: UInt8) -> Bool {
        let next: Place? =
            switch (place, byte) {
            case (.start, UInt8(ascii: "-")): .minus
            case (.start, UInt8(ascii: "0")), (.minus, UInt8(ascii: "0")): .zero
            case (.start, UInt8(ascii: "1")...UInt8(ascii: "9")), (.minus, UInt8(ascii: "1")...UInt8(ascii: "9")),
                (.integer, UInt8(ascii: "0")...UInt8(ascii: "9")):
                .integer
            case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): .point
            case (.point, UInt8(ascii: "0")...UInt8(ascii: "9")), (.fraction, UInt8(ascii: "0")...UInt8(ascii: "9")):
                .fraction
            case (.zero, UInt8(ascii: "e")), (.integer, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "e")),
                (.zero, UInt8(ascii: "E")), (.integer, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "E")):
                .exponent
            case (.exponent, UInt8(ascii: "+")), (.exponent, UInt8(ascii: "-")): .exponentSign
            case (.exponent, UInt8(ascii: "0")...UInt8(ascii: "9")),
                (.exponentSign, UInt8(ascii: "0")...UInt8(ascii: "9")),
                (.exponentDigits, UInt8(ascii: "0")...UInt8(ascii: "9")):
                .exponentDigits
            default: nil
            }
        guard let next else { return false }
        place = next
        return true
    }
}

/// The three literal names of JSON.
enum JSONLiteral: Sendable {
    case null, `true`, `false`

    var text: StaticString {
        switch self {
        case .null: "null"
        case .true: "true"
        case .false: "false"
        }
    }

    var value: JSONValue {
        switch self {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        }
    }
}
