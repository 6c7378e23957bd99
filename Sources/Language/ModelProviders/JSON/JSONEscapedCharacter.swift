/// One escape sequence of a JSON string.
///
/// A surrogate pair counts as one.
struct JSONEscapedCharacter {
    /// The scalar that the sequence encodes.
    let scalar: Unicode.Scalar
    /// The length of the sequence, in bytes.
    let length: Int

    /// Reads the sequence whose backslash is at `start`; `nil` if it is invalid or half a pair.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        guard start + 1 < bytes.count else { return nil }
        length =
            if bytes[start + 1] == UInt8(ascii: "u") {
                UTF16.isLeadSurrogate(Self.codeUnit(bytes, at: start) ?? 0) ? 12 : 6
            } else {
                2
            }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(bytes[start + 1])
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            guard let scalar = Self.scalar(bytes, at: start) else { return nil }
            self.scalar = scalar
        default: return nil
        }
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Unicode.Scalar? {
        guard let unit = codeUnit(bytes, at: start) else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard let trail = codeUnit(bytes, at: start + 6), UTF16.isTrailSurrogate(trail) else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
    }

    /// Returns the code unit of a `\u` and four hexadecimal digits.
    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for byte in bytes[(start + 2)..<(start + 6)] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
