public import FoundationEssentials

extension LanguageModelExecutorGenerationChannel {
    /// The tokens that a round has used so far.
    public struct Usage: Sendable, Equatable {
        /// Tokens read by the model.
        public var input: Input
        /// Tokens written by the model.
        public var output: Output
        /// The provider's metadata of the counts.
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
            /// The number of all tokens read.
            public var totalTokenCount: Int
            /// The number of tokens that came from the provider's cache.
            public var cachedTokenCount: Int
            /// The number of tokens that were written to the provider's cache, for the shorter and for the longer time.
            package var writtenTokenCount = 0
            /// The number of those that were written for the longer time.
            package var longWrittenTokenCount = 0

            /// Makes a count.
            public init(totalTokenCount: Int, cachedTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }

            /// Makes a count from a session's count.
            public init(_ count: LanguageModelSession.Usage.Input) {
                self.init(totalTokenCount: count.totalTokenCount, cachedTokenCount: count.cachedTokenCount)
                writtenTokenCount = count.writtenTokenCount
                longWrittenTokenCount = count.longWrittenTokenCount
            }
        }

        /// Tokens written by the model.
        public struct Output: Sendable, Equatable {
            /// The number of all tokens written.
            public var totalTokenCount: Int
            /// The number of tokens spent on reasoning.
            public var reasoningTokenCount: Int

            /// Makes a count.
            public init(totalTokenCount: Int, reasoningTokenCount: Int = 0) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }

            /// Makes a count from a session's count.
            public init(_ count: LanguageModelSession.Usage.Output) {
                self.init(totalTokenCount: count.totalTokenCount, reasoningTokenCount: count.reasoningTokenCount)
            }
        }
    }

    /// The metadata that a provider sends beside the generated content.
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
        /// The number of tokens in the piece, if the provider reports it.
        public var tokenCount: Int?
    }

    /// A text that replaces earlier text.
    public struct TextSegmentReplacement: Sendable, Equatable {
        /// The text.
        public var content: String
        /// The segment whose text is replaced; `nil` for all segments.
        public var segmentID: String?
        /// The number of tokens in the text, if the provider reports it.
        public var tokenCount: Int?
    }

    /// A provider's signature of its reasoning.
    public struct ReasoningSignature: Sendable, Equatable {
        /// The signature.
        public var signature: Data
        /// The number of tokens in the reasoning, if the provider reports it.
        public var tokenCount: Int?
    }
}
