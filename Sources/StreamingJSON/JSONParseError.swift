/// Why a text is not JSON, and where.
public struct JSONParseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, from a closed set.
    public struct Code: Hashable, Sendable {
        private enum Base { case unexpectedEnd, unexpectedByte, badNumber, badString, tooDeep, trailingBytes }
        private let base: Base

        /// The text stops inside a value.
        public static var unexpectedEnd: Self { .init(base: .unexpectedEnd) }
        /// A byte that cannot stand where it stands.
        public static var unexpectedByte: Self { .init(base: .unexpectedByte) }
        /// A number that breaks the grammar, such as `01` or `1.`.
        public static var badNumber: Self { .init(base: .badNumber) }
        /// A string with a raw control character, a wrong escape, a lone surrogate or bytes that are not UTF-8.
        public static var badString: Self { .init(base: .badString) }
        /// Arrays and objects nested deeper than the limit.
        public static var tooDeep: Self { .init(base: .tooDeep) }
        /// Something after the end of the value.
        public static var trailingBytes: Self { .init(base: .trailingBytes) }
    }

    /// What is wrong.
    public var code: Code
    /// How many bytes into the text.
    public var offset: Int
    /// One clause for a person, without any of the text itself.
    public var message: String

    /// The message with its place.
    public var description: String { "\(message) at byte \(offset)" }
}
