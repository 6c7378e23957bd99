/// The sets of bytes that stay as they are in a place of a request.
enum PercentEncoding {
    /// RFC 3986's unreserved characters: for segments of a path and for the query.
    case unreserved
    /// The set of `application/x-www-form-urlencoded` (WHATWG), where a space is `+`.
    case form

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns the text with all other bytes encoded.
    func encode(_ text: String) -> String {
        text.utf8.allSatisfy(keeps) ? text : String(decoding: encode(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the bytes with all others encoded.
    func encode(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text {
            if keeps(byte) {
                bytes.append(byte)
            } else if self == .form, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return bytes
    }

    /// Returns the bytes of an encoded text; signs that encode nothing stay as they are.
    static func decode(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = value(rest[rest.startIndex]),
                let low = value(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    private func keeps(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        case UInt8(ascii: "~"): self == .unreserved
        case UInt8(ascii: "*"): self == .form
        default: false
        }
    }
}
