/// A reader that goes through JSON text once, from value to value, without copying its bytes.
///
/// Decoders use it to read a few fields of each token's event. Other values are skipped, and no byte is read twice. The reader follows
/// quotes and brackets and validates only those and the contents of strings, so that no text is lost silently. A value of another type than
/// the requested one is skipped. The reader is valid as long as the bytes are.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether the text was not valid JSON, so that nothing more can be read.
    private var isBroken = false

    /// Makes a reader in front of the first value.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        skipSpace()
    }

    /// Whether everything was read and was well formed.
    var isWhole: Bool { !isBroken && position == bytes.count }

    /// Whether the next value is an object.
    var isAtObject: Bool { next() == UInt8(ascii: "{") }

    /// Whether the next value is an array.
    var isAtArray: Bool { next() == UInt8(ascii: "[") }

    /// Reads an object: calls `body` with each member in order.
    ///
    /// `body` reads the value or leaves it, and it is then skipped.
    mutating func members(_ body: (_ name: JSONText, _ value: inout JSONReader) -> Void) {
        guard isAtObject else { return skip() }
        items(until: UInt8(ascii: "}")) { reader in
            guard reader.next() == UInt8(ascii: "\""), let name = reader.value() else { return reader.fail() }
            reader.skipSpace()
            guard reader.skip(UInt8(ascii: ":")) else { return reader.fail() }
            reader.skipSpace()
            let start = reader.position
            body(name, &reader)
            if reader.position == start { reader.skip() }
        }
    }

    /// Reads an object, or `null` as an object without members; returns `false` for any other value.
    mutating func membersOrNull(_ body: (_ name: JSONText, _ value: inout JSONReader) -> Void) -> Bool {
        guard isAtObject else { return text().isNull }
        members(body)
        return true
    }

    /// Reads an array: calls `body` at each element in order.
    ///
    /// `body` reads the element or leaves it, and it is then skipped.
    mutating func elements(_ body: (_ element: inout JSONReader) -> Void) {
        guard isAtArray else { return skip() }
        items(until: UInt8(ascii: "]")) { reader in
            let start = reader.position
            body(&reader)
            if reader.position == start { reader.skip() }
        }
    }

    /// Reads the next value of any type; empty if there is none.
    mutating func text() -> JSONText {
        if let value = value() { return value }
        fail()
        return JSONText(UnsafeBufferPointer(start: nil, count: 0), isEscaped: false)
    }

    /// Reads a value and returns its text if it is a string.
    mutating func string() -> String? { text().string }

    private mutating func skip() { if value() == nil { fail() } }

    /// Ends the reading: moves behind the last byte, so that no further value starts.
    private mutating func fail() {
        isBroken = true
        position = bytes.count
    }

    private mutating func items(until end: UInt8, _ item: (inout JSONReader) -> Void) {
        position += 1
        skipSpace()
        guard !skip(end) else { return skipSpace() }
        repeat {
            skipSpace()
            item(&self)
            skipSpace()
            if skip(end) { return skipSpace() }
        } while skip(UInt8(ascii: ","))
        fail()
    }
}

// MARK: Bytes

extension JSONReader {
    private func next() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
    }

    /// Skips the value that starts here and returns it; `nil` if there is none or it is incomplete.
    private mutating func value() -> JSONText? {
        let start = position
        var isEscaped = false
        let isWhole =
            switch next() {
            case UInt8(ascii: "\""): skipString(isEscaped: &isEscaped)
            case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
            default: skipWord()
            }
        return isWhole ? JSONText(UnsafeBufferPointer(rebasing: bytes[start..<position]), isEscaped: isEscaped) : nil
    }

    private mutating func skipString(isEscaped: inout Bool) -> Bool {
        position += 1
        while true {
            skipPlain()
            switch next() {
            case UInt8(ascii: "\""):
                position += 1
                return true
            case UInt8(ascii: "\\"):
                isEscaped = true
                guard let escape = JSONEscapedCharacter(bytes, at: position) else { return false }
                position += escape.length
            default: return false
            }
        }
    }

    /// Skips the bytes of a string that are not escaped, eight at a time.
    private mutating func skipPlain() {
        while position + 8 <= bytes.count {
            let word = UInt64(
                littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            )
            let ones: UInt64 = 0x0101_0101_0101_0101
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            // The lowest high bit that is set marks the first byte that is a quote, a backslash or below 0x20. Higher bits may be wrong
            // because of a borrow.
            let marks =
                (((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- (ones &* 0x20)) & ~word))
                & (ones &* 0x80)
            guard marks == 0 else {
                position += marks.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            position += 1
        }
    }

    private mutating func skipContainer() -> Bool {
        var depth = 0
        var isEscaped = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard skipString(isEscaped: &isEscaped) else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            default: break
            }
            position += 1
        }
        return false
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func skipWord() -> Bool {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return position > start
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return false
            case let byte where Self.isSpace(byte): return position > start
            default: position += 1
            }
        }
        return position > start
    }
}
