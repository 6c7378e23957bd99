import StreamSafeText
import StreamingJSON

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One JSON value as its bytes in the text, decoded only on request.
///
/// It is valid as long as the bytes are.
struct JSONText {
    /// The value, without surrounding white space.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the value is a string with escape sequences.
    private let isEscaped: Bool

    /// Wraps a value that a ``JSONReader`` has skipped.
    init(_ bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        self.bytes = bytes
        self.isEscaped = isEscaped
    }

    /// Whether this is a string of exactly these characters.
    @inline(__always) func isString(_ text: StaticString) -> Bool {
        // Nearly all names differ in length, so the length is compared inline.
        guard bytes.count == text.utf8CodeUnitCount + 2 || isEscaped else { return false }
        return isString(written: text)
    }

    private func isString(written text: StaticString) -> Bool {
        guard !isEscaped else { return string == text.description }
        guard bytes.count == text.utf8CodeUnitCount + 2, let start = bytes.baseAddress, start[0] == UInt8(ascii: "\"")
        else { return false }
        return memcmp(start + 1, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// The text, if this is a string.
    ///
    /// Bytes that are not UTF-8 are replaced, as everywhere in a stream of events. Long runs of combining marks are bounded.
    var string: String? {
        guard bytes.count >= 2, bytes[0] == UInt8(ascii: "\"") else { return nil }
        let content = UnsafeBufferPointer(rebasing: bytes[1..<(bytes.count - 1)])
        guard isEscaped else { return Self.text(content) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: content.count) { text in
            let count = Self.unescape(content, into: text)
            return Self.text(UnsafeBufferPointer(rebasing: text[..<count]))
        }
    }

    /// Returns the bytes as text in the Stream-Safe Text Format.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        bytes.isStreamSafe ? String(decoding: bytes, as: UTF8.self) : String(streamSafe: bytes)
    }

    /// Decodes escape sequences into `text`, which is large enough because no sequence is shorter than the character it encodes.
    private static func unescape(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into text: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var (position, count) = (0, 0)
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\\"), let escape = JSONEscapedCharacter(bytes, at: position) {
                if escape.scalar.isASCII {
                    text[count] = UInt8(truncatingIfNeeded: escape.scalar.value)
                    count += 1
                } else {
                    for byte in escape.scalar.utf8 {
                        text[count] = byte
                        count += 1
                    }
                }
                position += escape.length
            } else {
                text[count] = bytes[position]
                count += 1
                position += 1
            }
        }
        return count
    }

    /// The number, if this is a small integer.
    var int: Int? {
        guard (1...15).contains(bytes.count) else { return nil }
        var number = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// The number, if this is an integer of any size or form.
    var integer: Int? { int ?? (isNumber ? value?.intValue : nil) }

    private var isNumber: Bool {
        guard let first = bytes.first else { return false }
        return first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    }

    /// The count of tokens, as read by ``Swift/Int/init(tokenCount:)``.
    var tokenCount: Int { Int(tokenCount: int.map { .integer($0) } ?? value) }

    /// Whether this is an object.
    var isObject: Bool { bytes.first == UInt8(ascii: "{") }

    /// Whether this is `null`.
    var isNull: Bool { isWord("null") }

    /// Whether this is `true`.
    var isTrue: Bool { isWord("true") }

    private func isWord(_ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
        return memcmp(start, word.utf8Start, bytes.count) == 0
    }

    /// The parsed value; `nil` if it is not JSON.
    ///
    /// Bytes that are not UTF-8 are replaced here as well.
    var value: JSONValue? { JSONValue(repairing: bytes) }
}

extension JSONValue {
    /// Parses bytes of a stream of events, with bytes that are not UTF-8 replaced; `nil` if they are not JSON.
    init?(repairing bytes: UnsafeBufferPointer<UInt8>) {
        guard
            let value = (try? JSONValue(parsing: bytes))
                ?? (try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)))
        else { return nil }
        self = value
    }
}
