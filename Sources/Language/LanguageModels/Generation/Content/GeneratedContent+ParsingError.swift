public import FoundationEssentials

extension GeneratedContent {
    /// The error of generated content that does not fit the requested type (Apple FoundationModels 27.0).
    public struct ParsingError: LocalizedError, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The text that cannot be read.
        public var rawContent: String
        /// The underlying error, if there is one.
        public var underlyingError: (any Error)?
        /// The expected and the actual content, and the property.
        public var debugDescription: String

        /// The path to the faulty part, such as `days[2].title`; empty for the whole content.
        public private(set) var path = ""

        private var reason: String

        /// Makes an error.
        public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
            self.rawContent = rawContent
            self.underlyingError = underlyingError
            self.debugDescription = debugDescription
            reason = debugDescription
        }

        /// The description of the error, without the generated text.
        public var description: String { debugDescription }

        /// The description of the error, without the generated text.
        public var errorDescription: String? { debugDescription }

        /// Returns the same error with a path that starts at the enclosing value.
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
