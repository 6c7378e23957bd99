public import FoundationEssentials

extension LanguageModelExecutorGenerationChannel {
    /// The tokens that a round has used so far.
    public struct Usage: Sendable, Equatable {
        /// Tokens read by the model.
        public var input: Input
        /// Tokens written by the model.
        public var output: Output
        /// What the provider says beside the counts.
        public var metadata: [String: GeneratedContent]

        /// Makes a count.
        public init(
            input: Input,
            output: Output,
            metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) {
            self.input = input
            self.output = output
            self.metadata = metadata.mapValues(\.generatedContent)
        }

        /// Tokens read by the model.
        public struct Input: Sendable, Equatable {
            /// All of them.
            public var totalTokenCount: Int
            /// Those that the provider had in its cache.
            public var cachedTokenCount: Int

            /// Makes a count.
            public init(totalTokenCount: Int, cachedTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }

            /// Takes a session's count.
            public init(_ count: LanguageModelSession.Usage.Input) {
                self.init(totalTokenCount: count.totalTokenCount, cachedTokenCount: count.cachedTokenCount)
            }
        }

        /// Tokens written by the model.
        public struct Output: Sendable, Equatable {
            /// All of them.
            public var totalTokenCount: Int
            /// Those spent on thinking.
            public var reasoningTokenCount: Int

            /// Makes a count.
            public init(totalTokenCount: Int, reasoningTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }

            /// Takes a session's count.
            public init(_ count: LanguageModelSession.Usage.Output) {
                self.init(totalTokenCount: count.totalTokenCount, reasoningTokenCount: count.reasoningTokenCount)
            }
        }
    }

    /// What a provider says beside what it generates.
    public struct Metadata: Sendable, Equatable {
        /// The values by name.
        public var values: [String: GeneratedContent]

        init(_ values: [String: any ConvertibleToGeneratedContent]) {
            self.values = values.mapValues(\.generatedContent)
        }
    }

    /// A piece of text.
    public struct TextFragment: Sendable, Equatable {
        /// The text.
        public var content: String
        /// The segment it belongs to; `nil` for the last one.
        public var segmentID: String?
        /// How many tokens it took, if the provider says so.
        public var tokenCount: Int?
    }

    /// Text in place of other text.
    public struct TextSegmentReplacement: Sendable, Equatable {
        /// The text.
        public var content: String
        /// The segment whose text it takes; `nil` for all of them.
        public var segmentID: String?
        /// How many tokens it took, if the provider says so.
        public var tokenCount: Int?
    }

    /// A provider's seal on thoughts.
    public struct ReasoningSignature: Sendable, Equatable {
        /// The seal.
        public var signature: Data
        /// How many tokens the thoughts took, if the provider says so.
        public var tokenCount: Int?
    }
}
