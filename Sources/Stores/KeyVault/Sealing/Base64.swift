import Secrets

/// Base64 coding between buffers that are wiped after use; Foundation's coder leaves copies in memory.
enum Base64 {
    /// Returns the decoded bytes of a text; nil if the text is not base64 with its padding.
    static func decoded(_ text: Slice<UnsafeRawBufferPointer>) -> SecretBuffer? {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard text.count.isMultiple(of: 4), padding <= 2 else { return nil }
        var buffer = SecretBuffer(byteCount: text.count / 4 * 3 - padding)
        let isWhole = buffer.withMutableBytes { bytes in
            var bits: UInt32 = 0
            var bitCount = 0
            var index = 0
            for character in text.dropLast(padding) {
                guard let value = value(of: character) else { return false }
                bits = bits << 6 | value
                bitCount += 6
                guard bitCount >= 8 else { continue }
                bitCount -= 8
                bytes[index] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
                index += 1
            }
            return true
        }
        guard isWhole else { return nil }
        return buffer
    }

    /// Returns the encoded text of some bytes, followed by a line break.
    static func encodedLine(_ bytes: UnsafeRawBufferPointer) -> SecretBuffer {
        var line = SecretBuffer(byteCount: (bytes.count + 2) / 3 * 4 + 1)
        line.withMutableBytes { text in
            for group in 0..<(bytes.count + 2) / 3 {
                let part = bytes[group * 3..<min(group * 3 + 3, bytes.count)]
                let padded = part.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
                for place in 0..<4 {
                    let character = place <= part.count ? character(of: padded >> UInt32(18 - 6 * place) & 63) : pad
                    text[group * 4 + place] = character
                }
            }
            text[text.count - 1] = UInt8(ascii: "\n")
        }
        return line
    }

    private static let pad = UInt8(ascii: "=")

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static func character(of value: UInt32) -> UInt8 {
        switch UInt8(value) {
        case let value where value < 26: UInt8(ascii: "A") + value
        case let value where value < 52: UInt8(ascii: "a") + value - 26
        case let value where value < 62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
