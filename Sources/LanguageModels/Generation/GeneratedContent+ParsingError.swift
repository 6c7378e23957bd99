extension GeneratedContent {
    /// What a model generated does not have the shape that was asked for (Apple FoundationModels 27.0).
    public struct ParsingError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The text that could not be read.
        public var rawContent: String
        /// The fault beneath, if there is one.
        public var underlyingError: (any Error)?
        /// What was expected, what was found, and in which property.
        public var debugDescription: String

        /// Makes an error.
        public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
            self.rawContent = rawContent
            self.underlyingError = underlyingError
            self.debugDescription = debugDescription
        }

        /// The fault, without the generated text.
        public var description: String { debugDescription }
    }
}
