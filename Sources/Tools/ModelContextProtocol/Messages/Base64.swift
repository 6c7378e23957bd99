/// Base64 (RFC 4648 §4) of texts in header fields.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text that is encoded; `nil` if it is no Base64 with its padding, or no UTF-8.
    public static func text(_ encoded: some StringProtocol) -> String? {
        let bytes = Array(encoded.utf8)
        guard bytes.count.isMultiple(of: 4) else { return nil }
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var decoded: [UInt8] = []
        var bits: UInt32 = 0
        for (index, byte) in bytes.dropLast(padding).enumerated() {
            guard let value = value(of: byte) else { return nil }
            bits = bits << 6 | value
            if index % 4 > 0 { decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - index % 4 * 2))) }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Returns the encoding of a text.
    public static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0 as UInt32) {
                $0 << 8 | UInt32(start + $1 < bytes.count ? bytes[start + $1] : 0)
            }
            for index in 0..<4 {
                let isPadding = index > group.count
                encoded.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
