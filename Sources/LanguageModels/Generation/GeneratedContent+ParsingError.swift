public import FoundationEssentials

extension GeneratedContent {
    /// What a model generated does not have the shape that was asked for (Apple FoundationModels 27.0).
    public struct ParsingError: LocalizedError, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The text that could not be read.
        public var rawContent: String
        /// The fault beneath, if there is one.
        public var underlyingError: (any Error)?
        /// What was expected, what was found, and in which property.
        public var debugDescription: String

        /// The way to the fault from the whole, such as `days[2].title`; empty if it is the whole.
        public private(set) var path = ""

        private var reason: String

        /// Makes an error.
        public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
            self.rawContent = rawContent
            self.underlyingError = underlyingError
            self.debugDescription = debugDescription
            reason = debugDescription
        }

        /// The fault, without the generated text.
        public var description: String { debugDescription }

        /// The fault, without the generated text.
        public var errorDescription: String? { debugDescription }

        /// The same fault, seen from the value around.
        @usableFromInline func inside(_ part: Part) -> ParsingError {
            var error = self
            switch part {
            case .property(let name): error.path = path.isEmpty || path.first == "[" ? name + path : "\(name).\(path)"
            case .element(let index):
                error.path = path.isEmpty || path.first == "[" ? "[\(index)]\(path)" : "[\(index)].\(path)"
            }
            error.debugDescription = "in '\(error.path)': \(reason)"
            return error
        }
    }
}
