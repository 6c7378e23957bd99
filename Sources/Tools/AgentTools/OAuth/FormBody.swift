package import Secrets

/// Fields in the format `application/x-www-form-urlencoded`.
package struct FormBody: Sendable {
    /// The media type.
    package static let mediaType = "application/x-www-form-urlencoded"

    /// The encoded fields.
    package private(set) var bytes: [UInt8] = []

    package init(_ fields: [(String, String)] = []) {
        for (name, value) in fields { append(name, value) }
    }

    /// The encoded fields as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a field.
    package mutating func append(_ name: String, _ value: String) {
        start(name)
        Self.encode(value.utf8, into: &bytes)
    }

    /// Appends a field with a secret value.
    package mutating func append(_ name: String, _ value: SecretString) {
        start(name)
        value.withBytes { Self.encode($0, into: &bytes) }
    }

    private mutating func start(_ name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        Self.encode(name.utf8, into: &bytes)
        bytes.append(UInt8(ascii: "="))
    }

    /// Encodes every byte except RFC 3986's unreserved ones.
    package static func encode(_ value: some Sequence<UInt8>, into bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in value {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    /// Reads the fields of a query, in order; `nil` if a value is no UTF-8 or has a broken escape, or if there are too many fields.
    package static func fields(_ query: some StringProtocol, limit: Int = 64) -> [(name: String, value: String)]? {
        let parts = query.utf8.split(separator: UInt8(ascii: "&"))
        guard parts.count <= limit else { return nil }
        var fields: [(name: String, value: String)] = []
        for part in parts {
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            guard let decodedName = decoded(name), let value = decoded(part.dropFirst(name.count + 1)) else {
                return nil
            }
            fields.append((decodedName, value))
        }
        return fields
    }

    private static func decoded(_ part: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(part)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ ($0 | 0x20).isHexadecimal }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether a byte is a digit or, with the bit of lower case set, a letter from a to f.
    fileprivate var isHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
