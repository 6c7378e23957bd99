extension QueryParser {
    /// The byte at the offset; `nil` at the end.
    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var isAtEnd: Bool { offset == bytes.count }

    /// Advances over a character or an operator if it is here.
    mutating func accept(_ expected: StaticString) -> Bool {
        let length = expected.withUTF8Buffer { bytes[offset...].starts(with: $0) ? $0.count : 0 }
        guard length > 0 else { return false }
        offset += length
        return true
    }

    mutating func skipBlanks() {
        while Self.isBlank(current) { offset += 1 }
    }

    static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    /// Returns whether a byte can be in a name after a dot; all characters beyond ASCII can.
    static func isNameByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLowercase(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Counts one more level of filters, parentheses or function calls.
    mutating func descend() throws(JSONQueryError) {
        depth += 1
        if depth > limits.filterDepth {
            throw fault(
                .tooLarge,
                "Filters, parentheses and function calls are nested more than \(limits.filterDepth) deep. Use fewer.",
                at: offset
            )
        }
    }

    func fault(_ message: String) -> JSONQueryError { fault(.malformed, message, at: offset) }

    func fault(_ code: JSONQueryError.Code, _ message: String, at offset: Int) -> JSONQueryError {
        JSONQueryError(code: code, offset: offset, message: message)
    }
}
