/// The first fault of a text that is not JSON, with its place.
public struct JSONParseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault, from a closed set.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case unexpectedEnd, unexpectedByte, badNumber, badString, tooDeep, tooLong, repeatedName, trailingBytes
        }
        private let base: Base

        /// The text ends inside a value.
        public static var unexpectedEnd: Self { .init(base: .unexpectedEnd) }
        /// A byte that the grammar does not allow at its place.
        public static var unexpectedByte: Self { .init(base: .unexpectedByte) }
        /// A number that breaks the grammar, such as `01` or `1.`, or one that the options refuse.
        public static var badNumber: Self { .init(base: .badNumber) }
        /// A string with a raw control character, a wrong escape, a lone surrogate or bytes that are not UTF-8.
        public static var badString: Self { .init(base: .badString) }
        /// Arrays and objects nested deeper than the limit.
        public static var tooDeep: Self { .init(base: .tooDeep) }
        /// More bytes than the limit.
        public static var tooLong: Self { .init(base: .tooLong) }
        /// A second member of one name, if the options refuse it.
        public static var repeatedName: Self { .init(base: .repeatedName) }
        /// Bytes after the end of the value.
        public static var trailingBytes: Self { .init(base: .trailingBytes) }
    }

    /// The kind of fault.
    public var code: Code
    /// The place of the fault, in bytes from the start of the text.
    public var offset: Int
    /// One clause for a person, without any of the text itself.
    public var message: String

    /// The message with its place.
    public var description: String { "\(message) at byte \(offset)" }
}

// MARK: - Faults, worded for both parsers

extension JSONParseError {
    static func end(at offset: Int) -> Self {
        Self(code: .unexpectedEnd, offset: offset, message: "the JSON text ends too early")
    }

    static func noValue(at offset: Int) -> Self {
        Self(code: .unexpectedByte, offset: offset, message: "a JSON value cannot start like this")
    }

    static func noName(at offset: Int) -> Self {
        Self(code: .unexpectedByte, offset: offset, message: "expected a member name in double quotes")
    }

    static func noColon(at offset: Int) -> Self {
        Self(code: .unexpectedByte, offset: offset, message: "expected ':' after a member name")
    }

    static func noSeparator(at offset: Int, inObject: Bool) -> Self {
        let message = inObject ? "expected ',' or '}' in an object" : "expected ',' or ']' in an array"
        return Self(code: .unexpectedByte, offset: offset, message: message)
    }

    static func literal(_ text: StaticString, at offset: Int) -> Self {
        Self(code: .unexpectedByte, offset: offset, message: "expected '\(text)'")
    }

    static func trailing(at offset: Int) -> Self {
        Self(code: .trailingBytes, offset: offset, message: "unexpected text after the end of the JSON value")
    }

    static func noDigit(at offset: Int) -> Self {
        Self(code: .badNumber, offset: offset, message: "expected a digit")
    }

    static func leadingZero(at offset: Int) -> Self {
        Self(code: .badNumber, offset: offset, message: "a number cannot have a leading zero")
    }

    static func tooLarge(at offset: Int) -> Self {
        Self(code: .badNumber, offset: offset, message: "a number too large for a double")
    }

    static func wideInteger(at offset: Int) -> Self {
        Self(code: .badNumber, offset: offset, message: "an integer beyond 64 bits")
    }

    static func notUTF8(at offset: Int) -> Self {
        Self(code: .badString, offset: offset, message: "a string with bytes that are not UTF-8")
    }

    static func controlCharacter(at offset: Int) -> Self {
        Self(code: .badString, offset: offset, message: "a control character in a string must be escaped")
    }

    static func unknownEscape(at offset: Int) -> Self {
        Self(code: .badString, offset: offset, message: "an unknown escape in a string")
    }

    static func noHexadecimal(at offset: Int) -> Self {
        Self(code: .badString, offset: offset, message: "expected four hexadecimal digits after \\u")
    }

    static func loneSurrogate(at offset: Int) -> Self {
        Self(code: .badString, offset: offset, message: "a lone surrogate in a string")
    }

    static func tooDeep(at offset: Int, limit: Int) -> Self {
        Self(code: .tooDeep, offset: offset, message: "more than \(limit) nested arrays and objects")
    }

    static func tooLong(limit: Int) -> Self {
        Self(code: .tooLong, offset: limit, message: "a JSON text longer than \(limit) bytes")
    }

    static func repeatedName(at offset: Int) -> Self {
        Self(code: .repeatedName, offset: offset, message: "a second member of one name in an object")
    }
}
