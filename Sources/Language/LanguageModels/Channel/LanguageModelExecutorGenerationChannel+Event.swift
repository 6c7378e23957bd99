public import FoundationEssentials

extension LanguageModelExecutorGenerationChannel {
    /// One change to a round's entries.
    ///
    /// Each event belongs to an entry of the transcript. Without an id it belongs to the last entry of its kind,
    /// except that a reasoning event after an event of another kind starts a new entry.
    public struct Event: Sendable {
        let content: Content

        enum Content: Sendable {
            case response(Response)
            case reasoning(Reasoning)
            case toolCalls(ToolCalls)
        }

        /// Makes an event of the answer.
        public static func response(entryID: String? = nil, action: Response.Action) -> Event {
            Event(content: .response(Response(entryID: entryID, action: action)))
        }

        /// Makes an event of the reasoning that precedes it.
        public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
            Event(content: .reasoning(Reasoning(entryID: entryID, action: action)))
        }

        /// Makes an event of the tool calls that the model requests.
        public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
            Event(content: .toolCalls(ToolCalls(entryID: entryID, action: action)))
        }
    }

    /// An event of the answer.
    public struct Response: Sendable {
        /// The id of the entry; `nil` for the last one.
        public var entryID: String?
        /// The change to the entry.
        public var action: Action
    }

    /// An event of the reasoning.
    public struct Reasoning: Sendable {
        /// The id of the entry; `nil` for the last one.
        public var entryID: String?
        /// The change to the entry.
        public var action: Action
    }

    /// An event of the tool calls.
    public struct ToolCalls: Sendable {
        /// The id of the entry; `nil` for the last one.
        public var entryID: String?
        /// The change to the entry.
        public var action: Action

        /// An event of one call.
        public struct ToolCall: Sendable {
            /// The call's id.
            public var id: String
            /// The tool's name.
            public var name: String
            /// The change to the call.
            public var action: Action
        }
    }
}

// MARK: - Actions

extension LanguageModelExecutorGenerationChannel.Response {
    /// A change to an answer.
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

        /// Adds an image after the text so far; an image with the id of an earlier one replaces it.
        public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Self {
            Self(kind: .addAttachment(segment))
        }

        /// Removes an image from the answer.
        public static func removeAttachmentSegment(id: String) -> Self { Self(kind: .removeAttachment(id: id)) }

        /// Appends text.
        public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int? = nil) -> Self {
            Self(kind: .appendText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// Replaces text sent before: that of one segment, or of all segments.
        public static func replaceTextSegment(
            _ text: String,
            segmentID: String? = nil,
            tokenCount: Int? = nil
        ) -> Self {
            Self(kind: .replaceText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// Appends text of the model's refusal; at the end the executor throws `LanguageModelError.refusal` with the
        /// whole text.
        package static func appendRefusal(_ text: String) -> Self {
            Self(kind: .appendRefusal(.init(content: text, segmentID: nil, tokenCount: nil)))
        }

        /// Sets the provider's metadata of the answer; replaces earlier metadata.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }

        /// Sets the tokens used so far in this round; replaces earlier counts.
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
    /// A change to a reasoning entry.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case appendText(LanguageModelExecutorGenerationChannel.TextFragment)
            case replaceText(LanguageModelExecutorGenerationChannel.TextSegmentReplacement)
            case updateSignature(LanguageModelExecutorGenerationChannel.ReasoningSignature)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
            case updateUsage(LanguageModelExecutorGenerationChannel.Usage)
        }

        /// Appends text.
        public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int? = nil) -> Self {
            Self(kind: .appendText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// Replaces text sent before: that of one segment, or of all segments.
        public static func replaceTextSegment(
            _ text: String,
            segmentID: String? = nil,
            tokenCount: Int? = nil
        ) -> Self {
            Self(kind: .replaceText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
        }

        /// Sets the provider's signature of the reasoning.
        public static func updateSignature(_ signature: Data, tokenCount: Int? = nil) -> Self {
            Self(kind: .updateSignature(.init(signature: signature, tokenCount: tokenCount)))
        }

        /// Sets the provider's metadata of the reasoning; replaces earlier metadata.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }

        /// Sets the tokens used so far in this round; replaces earlier counts.
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
    /// A change to the calls of a round.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case toolCall(ToolCall)
            case removeToolCall(id: String)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
            case updateUsage(LanguageModelExecutorGenerationChannel.Usage)
        }

        /// Makes a change to one call; the first change with a new id starts the call.
        public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Self {
            Self(kind: .toolCall(ToolCall(id: id, name: name, action: action)))
        }

        /// Withdraws a call.
        public static func removeToolCall(id: String) -> Self { Self(kind: .removeToolCall(id: id)) }

        /// Sets the provider's metadata of the calls; replaces earlier metadata.
        ///
        /// A transcript does not store it, because each call has metadata of its own.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }

        /// Sets the tokens used so far in this round; replaces earlier counts.
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
    /// A change to one call.
    public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
            case appendArguments(ArgumentsFragment)
            case updateMetadata(LanguageModelExecutorGenerationChannel.Metadata)
        }

        /// Appends to the JSON text of the arguments.
        public static func appendArguments(_ content: String, tokenCount: Int? = nil) -> Self {
            Self(kind: .appendArguments(.init(content: content, tokenCount: tokenCount)))
        }

        /// Sets the provider's metadata of the call; replaces earlier metadata.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
            Self(kind: .updateMetadata(.init(values)))
        }
    }

    /// A piece of the JSON text of a call's arguments.
    public struct ArgumentsFragment: Sendable {
        /// The JSON text.
        public var content: String
        /// The number of tokens in the piece, if the provider reports it.
        public var tokenCount: Int?
    }
}
