/// One escape in a string, read byte by byte from its backslash on, with the second half of a surrogate pair.
struct JSONEscape: Sendable {
    /// The result of reading one byte of an escape.
    enum Outcome {
        /// More bytes are needed.
        case unfinished
        /// The escape is complete and means this character.
        case character(Unicode.Scalar)
    }

    private enum Place { case kind, digits, pairBackslash, pairKind }

    /// The offset of the backslash in the text, for errors.
    private var start: Int
    private var place = Place.kind
    private var unit: UInt32 = 0
    private var digitCount = 0
    /// The first half of a surrogate pair; 0 if there is none.
    private var high: UInt32 = 0

    /// Makes an escape whose backslash is at `start`.
    init(start: Int) { self.start = start }

    /// Reads the byte at `offset` in the text.
    mutating func read(_ byte: UInt8, at offset: Int) throws(JSONParseError) -> Outcome {
        switch place {
        case .kind:
            if byte == UInt8(ascii: "u") {
                place = .digits
                return .unfinished
            }
            guard let character = Self.shortForms[Int(byte)] else { throw .unknownEscape(at: offset) }
            return .character(Unicode.Scalar(character))
        case .digits:
            guard let digit = Self.digit(byte) else { throw .noHexadecimal(at: offset) }
            unit = unit << 4 | digit
            digitCount += 1
            return digitCount == 4 ? try endUnit() : .unfinished
        case .pairBackslash:
            guard byte == UInt8(ascii: "\\") else { throw .loneSurrogate(at: start) }
            place = .pairKind
        case .pairKind:
            guard byte == UInt8(ascii: "u") else { throw .loneSurrogate(at: start) }
            (place, unit, digitCount) = (.digits, 0, 0)
        }
        return .unfinished
    }

    private mutating func endUnit() throws(JSONParseError) -> Outcome {
        if high == 0, (0xD800..<0xDC00).contains(unit) {
            high = unit
            place = .pairBackslash
            return .unfinished
        }
        var code = unit
        if high != 0 {
            guard (0xDC00..<0xE000).contains(unit) else { throw .loneSurrogate(at: start) }
            code = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
        }
        guard let character = Unicode.Scalar(code) else { throw .loneSurrogate(at: start) }
        return .character(character)
    }

    /// The character that each byte after a backslash means, if the two are a complete escape.
    static let shortForms: [UInt8?] = (0...UInt8.max).map { byte in
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
