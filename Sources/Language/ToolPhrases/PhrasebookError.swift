/// A mistake in the declared phrases.
public struct PhrasebookError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    public struct Code: Hashable, Sendable {
        private enum Base { case invalidPattern, unknownSlotType }
        private let base: Base

        /// A bracket is not closed, a slot has no name, or a pattern has no literal text.
        public static var invalidPattern: Self { .init(base: .invalidPattern) }

        /// A slot names a type that does not exist.
        public static var unknownSlotType: Self { .init(base: .unknownSlotType) }
    }

    /// The kind of mistake.
    public var code: Code

    /// The fault.
    public var message: String

    /// The pattern that contains the fault.
    public var pattern: String

    /// Makes an error.
    package init(code: Code, message: String, pattern: String) {
        (self.code, self.message, self.pattern) = (code, message, pattern)
    }

    /// A sentence with the pattern.
    public var description: String { "\(message), in the phrase “\(pattern)”" }
}
