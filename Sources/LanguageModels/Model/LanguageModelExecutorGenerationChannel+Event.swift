public import FoundationEssentials

extension LanguageModelExecutorGenerationChannel {
    /// One step of a round.
    ///
    /// A step belongs to an entry of the transcript. Without an id it belongs to the last entry of its kind; a step of the thoughts
    /// that follows another kind of step begins a new entry.
    public struct Event: Sendable {
        let content: Content

        enum Content: Sendable {
            case response(Response)
            case reasoning(Reasoning)
            case toolCalls(ToolCalls)
        }

        /// A step of the answer.
        public static func response(entryID: String? = nil, action: Response.Action) -> Event {
            Event(content: .response(Response(entryID: entryID, action: action)))
        }

        /// A step of the thoughts before it.
        public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
            Event(content: .reasoning(Reasoning(entryID: entryID, action: action)))
        }

        /// A step of the calls that the model wants made.
        public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
            Event(content: .toolCalls(ToolCalls(entryID: entryID, action: action)))
        }
    }

    /// A step of the answer.
    public struct Response: Sendable {
        /// The entry.
        public var entryID: String?
        /// What happens to it.
        public var action: Action
    }

    /// A step of the thoughts.
    public struct Reasoning: Sendable {
        /// The entry.
        public var entryID: String?
        /// What happens to it.
        public var action: Action
    }

    /// A step of the tool calls.
    public struct ToolCalls: Sendable {
        /// The entry.
        public var entryID: String?
        /// What happens to it.
        public var action: Action

        /// A step of one call.
        public struct ToolCall: Sendable {
            /// The call's id.
            public var id: String
            /// The tool's name.
            public var name: String
            /// What happens to the call.
            public var action: Action
        }
    }
}

// MARK: - Actions

extension LanguageModelExecutorGenerationChannel.Response {
    /// What happens to an answer.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case appendText(LanguageModelExecutorGenerationChannel.TextFragment)
            case replaceText(LanguageModelExecutorGenerationChannel.TextSegmentReplacement)
            case appendRefusal(LanguageModelExecutorGenerationChannel.TextFragment)
            case addAttachment(Transcript.AttachmentSegment)
            case removeAttachment(id: String)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
            case updateUsage(LanguageModelExecutorGenerationChannel.Usage)
        }

        /// An image after the text so far; one with the id of an earlier image replaces it.
        public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Self {
            Self(kind: .addAttachment(segment))
        }

        /// Takes an image out of the answer.
        public static func removeAttachmentSegment(id: String) -> Self { Self(kind: .removeAttachment(id: id)) }

        /// More text.
        public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int? = nil) -> Self {
            Self(kind: .appendText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// Other text in place of what was sent: of one segment, or of all of them.
        public static func replaceTextSegment(
            _ text: String,
            segmentID: String? = nil,
            tokenCount: Int? = nil
        ) -> Self {
            Self(kind: .replaceText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// More of the words by which the model declines; the executor throws `LanguageModelError.refusal` with all of them at the end.
        package static func appendRefusal(_ text: String) -> Self {
            Self(kind: .appendRefusal(.init(content: text, segmentID: nil, tokenCount: nil)))
        }

        /// What the provider says beside the answer; replaces what it said before.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }

        /// The tokens used so far in this round; replaces what was sent before.
        public static func updateUsage(
            input: LanguageModelExecutorGenerationChannel.Usage.Input,
            output: LanguageModelExecutorGenerationChannel.Usage.Output,
            metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) -> Self {
            Self(kind: .updateUsage(.init(input: input, output: output, metadata: metadata)))
        }
    }
}

extension LanguageModelExecutorGenerationChannel.Reasoning {
    /// What happens to a thought.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case appendText(LanguageModelExecutorGenerationChannel.TextFragment)
            case replaceText(LanguageModelExecutorGenerationChannel.TextSegmentReplacement)
            case updateSignature(LanguageModelExecutorGenerationChannel.ReasoningSignature)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
            case updateUsage(LanguageModelExecutorGenerationChannel.Usage)
        }

        /// More text.
        public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int? = nil) -> Self {
            Self(kind: .appendText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// Other text in place of what was sent: of one segment, or of all of them.
        public static func replaceTextSegment(
            _ text: String,
            segmentID: String? = nil,
            tokenCount: Int? = nil
        ) -> Self {
            Self(kind: .replaceText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// The provider's seal on the thoughts.
        public static func updateSignature(_ signature: Data, tokenCount: Int? = nil) -> Self {
            Self(kind: .updateSignature(.init(signature: signature, tokenCount: tokenCount)))
        }

        /// What the provider says beside the thoughts; replaces what it said before.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }

        /// The tokens used so far in this round; replaces what was sent before.
        public static func updateUsage(
            input: LanguageModelExecutorGenerationChannel.Usage.Input,
            output: LanguageModelExecutorGenerationChannel.Usage.Output,
            metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) -> Self {
            Self(kind: .updateUsage(.init(input: input, output: output, metadata: metadata)))
        }
    }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls {
    /// What happens to the calls of a round.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case toolCall(ToolCall)
            case removeToolCall(id: String)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
            case updateUsage(LanguageModelExecutorGenerationChannel.Usage)
        }

        /// A step of one call; the first that names an id begins the call.
        public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Self {
            Self(kind: .toolCall(ToolCall(id: id, name: name, action: action)))
        }

        /// A call is taken back.
        public static func removeToolCall(id: String) -> Self { Self(kind: .removeToolCall(id: id)) }

        /// What the provider says beside the calls; replaces what it said before.
        ///
        /// A transcript has no place for it: the calls have metadata of their own.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }

        /// The tokens used so far in this round; replaces what was sent before.
        public static func updateUsage(
            input: LanguageModelExecutorGenerationChannel.Usage.Input,
            output: LanguageModelExecutorGenerationChannel.Usage.Output,
            metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) -> Self {
            Self(kind: .updateUsage(.init(input: input, output: output, metadata: metadata)))
        }
    }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall {
    /// What happens to one call.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case appendArguments(ArgumentsFragment)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
        }

        /// More of the arguments' JSON text.
        public static func appendArguments(_ content: String, tokenCount: Int? = nil) -> Self {
            Self(kind: .appendArguments(.init(content: content, tokenCount: tokenCount)))
        }

        /// What the provider says beside the call; replaces what it said before.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }
    }

    /// A piece of a call's arguments.
    public struct ArgumentsFragment: Sendable {
        /// The JSON text.
        public var content: String
        /// How many tokens it took, if the provider says so.
        public var tokenCount: Int?
    }
}
