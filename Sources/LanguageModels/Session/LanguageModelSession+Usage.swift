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
        public var totalTokenCount: Int {
            let (total, overflow) = input.totalTokenCount.addingReportingOverflow(output.totalTokenCount)
            return overflow ? .max : total
        }

        /// Makes a count.
        public init(
            input: Input = Input(),
            output: Output = Output(),
            metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) {
            self.input = input
            self.output = output
            self.metadata = metadata.mapValues(\.generatedContent)
        }

        /// Takes an executor's count of a round.
        init(_ round: LanguageModelExecutorGenerationChannel.Usage) {
            self.init(
                input: Input(
                    totalTokenCount: round.input.totalTokenCount,
                    cachedTokenCount: round.input.cachedTokenCount
                ),
                output: Output(
                    totalTokenCount: round.output.totalTokenCount,
                    reasoningTokenCount: round.output.reasoningTokenCount
                ),
                metadata: round.metadata
            )
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

        /// Adds another count to this one; a count that no provider can mean ends at the largest number.
        mutating func add(_ other: Usage) {
            Self.add(other.input.totalTokenCount, to: &input.totalTokenCount)
            Self.add(other.input.cachedTokenCount, to: &input.cachedTokenCount)
            Self.add(other.output.totalTokenCount, to: &output.totalTokenCount)
            Self.add(other.output.reasoningTokenCount, to: &output.reasoningTokenCount)
            metadata.merge(other.metadata) { $1 }
        }

        /// The sum of this count and another.
        func adding(_ other: Usage) -> Usage {
            var sum = self
            sum.add(other)
            return sum
        }

        private static func add(_ count: Int, to sum: inout Int) {
            let (total, overflow) = sum.addingReportingOverflow(max(0, count))
            sum = overflow ? .max : total
        }
    }
}
