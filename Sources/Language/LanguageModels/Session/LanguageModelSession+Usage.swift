extension LanguageModelSession {
    /// The tokens that a response or a session has used (Apple FoundationModels 27.0).
    public struct Usage: Sendable, Equatable {
        /// Tokens read by the model.
        public var input: Input
        /// Tokens written by the model.
        public var output: Output
        /// The provider's metadata of the counts.
        public var metadata: [String: GeneratedContent]

        /// The number of tokens read and written.
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

        /// Makes a count from an executor's count of a round.
        init(_ round: LanguageModelExecutorGenerationChannel.Usage) {
            self.init(
                input: Input(round.input),
                output: Output(
                    totalTokenCount: round.output.totalTokenCount,
                    reasoningTokenCount: round.output.reasoningTokenCount
                ),
                metadata: round.metadata
            )
        }

        /// Tokens read by the model.
        public struct Input: Sendable, Equatable {
            /// The number of all tokens read.
            public var totalTokenCount: Int
            /// The number of tokens that came from the provider's cache.
            public var cachedTokenCount: Int
            /// The number of tokens that were written to the provider's cache, for the shorter and for the longer time.
            package var writtenTokenCount = 0
            /// The number of those that were written for the longer time.
            package var longWrittenTokenCount = 0

            /// Makes a count.
            public init(totalTokenCount: Int = 0, cachedTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }

            /// Makes a count from an executor's count of a round.
            init(_ round: LanguageModelExecutorGenerationChannel.Usage.Input) {
                self.init(totalTokenCount: round.totalTokenCount, cachedTokenCount: round.cachedTokenCount)
                writtenTokenCount = round.writtenTokenCount
                longWrittenTokenCount = round.longWrittenTokenCount
            }
        }

        /// Tokens written by the model.
        public struct Output: Sendable, Equatable {
            /// The number of all tokens written.
            public var totalTokenCount: Int
            /// The number of tokens spent on reasoning.
            public var reasoningTokenCount: Int

            /// Makes a count.
            public init(totalTokenCount: Int = 0, reasoningTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }
        }

        /// Adds another count to this one; an overflow results in the largest number.
        mutating func add(_ other: Usage) {
            Self.add(other.input.totalTokenCount, to: &input.totalTokenCount)
            Self.add(other.input.cachedTokenCount, to: &input.cachedTokenCount)
            Self.add(other.input.writtenTokenCount, to: &input.writtenTokenCount)
            Self.add(other.input.longWrittenTokenCount, to: &input.longWrittenTokenCount)
            Self.add(other.output.totalTokenCount, to: &output.totalTokenCount)
            Self.add(other.output.reasoningTokenCount, to: &output.reasoningTokenCount)
            metadata.merge(other.metadata) { $1 }
        }

        /// Returns the sum of this count and another.
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
