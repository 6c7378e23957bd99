/// The sets of bytes that stay as they are in a place of a request.
enum PercentEncoding {
    /// RFC 3986's unreserved characters: for segments of a path and for the query.
    case unreserved
    /// The set of `application/x-www-form-urlencoded` (WHATWG), where a space is `+`.
    case form

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns the text with all other bytes encoded.
    func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if keeps(byte) {
                bytes.append(byte)
            } else if self == .form, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
