extension LanguageModelSession {
    /// The tokens that a response or a session has used (Apple FoundationModels 27.0).
    public struct Usage: Sendable, Equatable {
        /// Tokens read by the model.
        public var input: Input
        /// Tokens written by the model.
        public var output: Output
        /// What the provider said beside the counts.
        public var metadata: [String: GeneratedContent]

        /// Tokens read and written.
        public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

        /// Makes a count.
        public init(
            input: Input = Input(),
            output: Output = Output(),
            metadata: [String: GeneratedContent] = [:]
        ) {
            self.input = input
            self.output = output
            self.metadata = metadata
        }

        /// Tokens read by the model.
        public struct Input: Sendable, Equatable {
            /// All of them.
            public var totalTokenCount: Int
            /// Those that the provider had in its cache.
            public var cachedTokenCount: Int

            /// Makes a count.
            public init(totalTokenCount: Int = 0, cachedTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }
        }

        /// Tokens written by the model.
        public struct Output: Sendable, Equatable {
            /// All of them.
            public var totalTokenCount: Int
            /// Those spent on thinking.
            public var reasoningTokenCount: Int

            /// Makes a count.
            public init(totalTokenCount: Int = 0, reasoningTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }
        }

        /// Adds another count to this one.
        mutating func add(_ other: Usage) {
            input.totalTokenCount += other.input.totalTokenCount
            input.cachedTokenCount += other.input.cachedTokenCount
            output.totalTokenCount += other.output.totalTokenCount
            output.reasoningTokenCount += other.output.reasoningTokenCount
            metadata.merge(other.metadata) { $1 }
        }
    }
}
