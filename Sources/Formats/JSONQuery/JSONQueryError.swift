/// A fault in a query, or an evaluation that a limit ended.
public struct JSONQueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Sendable, Hashable {
        private enum Base: Hashable { case malformed, badType, tooLarge, workLimit, tooManyResults }
        private let base: Base

        /// The text breaks the grammar of RFC 9535.
        public static var malformed: Self { .init(base: .malformed) }
        /// A comparison or a function has an operand that its type does not allow (RFC 9535 §2.4.3).
        public static var badType: Self { .init(base: .badType) }
        /// The query exceeds a limit on its length, its segments, its nesting or a pattern.
        public static var tooLarge: Self { .init(base: .tooLarge) }
        /// The evaluation needs more steps than the limits allow, so its result is unknown.
        public static var workLimit: Self { .init(base: .workLimit) }
        /// The query selects more nodes than the limits allow.
        public static var tooManyResults: Self { .init(base: .tooManyResults) }
    }

    /// The kind of fault.
    public let code: Code

    /// The place of the fault, in bytes from the start of the query; `nil` if the evaluation failed.
    public let offset: Int?

    /// The fault and the remedy, in full sentences.
    public let message: String

    /// The message, preceded by the place.
    public var description: String { offset.map { "At byte \($0) of the JSONPath query: \(message)" } ?? message }
}

// MARK: - Limits

extension JSONQueryError {
    static func workLimit(_ steps: Int) -> Self {
        Self(
            code: .workLimit,
            offset: nil,
            message: "The JSONPath query needs more than \(steps) steps for this document. "
                + "Use fewer descendant segments (..), none in a filter, or a longer path before them."
        )
    }

    static func tooManyResults(limit: Int) -> Self {
        Self(
            code: .tooManyResults,
            offset: nil,
            message:
                "The JSONPath query selects more than \(limit) nodes. Make it select fewer, for example with a slice."
        )
    }

    static func largePattern(at offset: Int?, limit: Int) -> Self {
        Self(
            code: offset == nil ? .workLimit : .tooLarge,
            offset: offset,
            message:
                "A pattern of match or search needs more than \(limit) instructions or has too many nested groups. "
                + "Use smaller counts than in {1,1000}, and fewer groups."
        )
    }
}
