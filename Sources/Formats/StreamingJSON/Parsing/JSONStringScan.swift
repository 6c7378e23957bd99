/// A scan over the plain bytes of a string, eight at a time.
///
/// Plain bytes are all but the closing quote, the backslash and control characters.
struct JSONStringScan {
    /// The number of plain bytes.
    private(set) var length = 0
    /// Whether all of them are ASCII; `false` may also mean that a byte soon after them is not.
    private(set) var isASCII = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        var beyondASCII: UInt64 = 0
        while length + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: length, as: UInt64.self))
            let stops = Self.stops(in: word)
            beyondASCII |= word
            if stops != 0 {
                length += stops.trailingZeroBitCount / 8
                isASCII = beyondASCII & Self.highBits == 0
                return
            }
            length += 8
        }
        while length < raw.count {
            let byte = raw[length]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            beyondASCII |= UInt64(byte)
            length += 1
        }
        isASCII = beyondASCII & Self.highBits == 0
    }

    private static let lowBits: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Sets the high bit of each byte that ends the scan; above the lowest such bit there may be false ones.
    private static func stops(in word: UInt64) -> UInt64 {
        let quote = word ^ (lowBits &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (lowBits &* UInt64(UInt8(ascii: "\\")))
        return
            (((quote &- lowBits) & ~quote) | ((backslash &- lowBits) & ~backslash)
            | ((word &- (lowBits &* 0x20)) & ~word)) & highBits
    }
}
