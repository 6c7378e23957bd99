/// Reads a number: checks the grammar and computes the value in one pass.
///
/// A decimal with at most 53 bits of digits and a power of ten up to 22 is one exact multiplication or division of two
/// exact doubles, which rounds correctly (W. D. Clinger, 1990). The standard library, which rounds correctly too,
/// converts all other numbers.
struct JSONNumber {
    /// The bytes from the number's first on, with all that follows.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the number in the text, for errors.
    let offset: Int
    let options: JSONParseOptions
    /// Whether the text must continue after the number.
    ///
    /// If it does not, that is the fault reported, because the number may be cut off too.
    let mustBeFollowed: Bool

    private(set) var length = 0
    /// The digits read as one integer, wrapped if there are more than 19.
    private var digits: UInt64 = 0
    private var digitCount = 0
    /// The power of ten by which ``digits`` is multiplied.
    private var exponent = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int, options: JSONParseOptions, mustBeFollowed: Bool) {
        self.bytes = bytes
        self.mustBeFollowed = mustBeFollowed
        self.offset = offset
        self.options = options
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    private var current: UInt8? { length < bytes.count ? bytes[length] : nil }

    /// Reads the number; ``length`` is then its number of bytes.
    mutating func read() throws(JSONParseError) -> JSONValue {
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { length = 1 }
        if current == UInt8(ascii: "0") {
            length += 1
            digitCount = 1
            if let byte = current, byte &- UInt8(ascii: "0") < 10 { throw .leadingZero(at: offset + length) }
        } else {
            try readDigits()
        }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            isInteger = false
            length += 1
            let before = length
            try readDigits()
            exponent = before - length
        }
        if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            length += 1
            try readExponent()
        }
        if mustBeFollowed, length == bytes.count { throw .end(at: offset + length) }
        return isInteger ? try integer(isNegative: isNegative) : try decimal(isNegative: isNegative)
    }

    private mutating func readDigits() throws(JSONParseError) {
        let start = length
        while length < bytes.count {
            let digit = bytes[length] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            length += 1
        }
        digitCount += length - start
        if length == start { throw length < bytes.count ? .noDigit(at: offset + length) : .end(at: offset + length) }
    }

    private mutating func readExponent() throws(JSONParseError) {
        let isNegative = current == UInt8(ascii: "-")
        if isNegative || current == UInt8(ascii: "+") { length += 1 }
        let start = length
        var written = 0
        while length < bytes.count {
            let digit = bytes[length] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            // Beyond this the exact exponent does not matter: the value is 0 or infinite.
            if written < 100_000 { written = written * 10 + Int(digit) }
            length += 1
        }
        if length == start { throw length < bytes.count ? .noDigit(at: offset + length) : .end(at: offset + length) }
        exponent += isNegative ? -written : written
    }

    private func integer(isNegative: Bool) throws(JSONParseError) -> JSONValue {
        // 19 digits fit in 64 bits without a sign.
        if digitCount <= 19 {
            if digits <= UInt64(Int.max) { return .integer(isNegative ? -Int(digits) : Int(digits)) }
            if isNegative, digits == UInt64(Int.max) + 1 { return .integer(.min) }
        }
        switch options.wideIntegers {
        case .nearestDouble: return .number(try nearestDouble())
        case .digits: return .string(text)
        case .refuse: throw .wideInteger(at: offset)
        }
    }

    private func decimal(isNegative: Bool) throws(JSONParseError) -> JSONValue {
        guard digitCount <= 19, digits <= 1 << 53, exponent.magnitude <= 22 else { return .number(try nearestDouble()) }
        let power = Self.powersOfTen[Int(exponent.magnitude)]
        let magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
        return .number(isNegative ? -magnitude : magnitude)
    }

    private var text: String { String(decoding: bytes.prefix(length), as: UTF8.self) }

    private func nearestDouble() throws(JSONParseError) -> Double {
        guard let double = Double(text), double.isFinite else { throw .tooLarge(at: offset) }
        return double
    }
}
