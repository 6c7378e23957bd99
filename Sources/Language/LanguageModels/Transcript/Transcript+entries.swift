public import FoundationEssentials

extension Transcript {
    /// The developer's instructions for the model, with the tools it may call.
    public struct Instructions: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The content of the instructions.
        public var segments: [Segment]
        /// The tools.
        public var toolDefinitions: [ToolDefinition]

        /// Makes an entry.
        public init(id: String = UniqueID.text(), segments: [Segment], toolDefinitions: [ToolDefinition]) {
            self.id = id
            self.segments = segments
            self.toolDefinitions = toolDefinitions
        }
    }

    /// A user's prompt.
    public struct Prompt: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The content of the prompt.
        public var segments: [Segment]
        /// The options for generating the answer.
        public var options: GenerationOptions
        /// The format that the answer must have.
        public var responseFormat: ResponseFormat?
        /// The options for what the model reads beside the transcript (27.0).
        public var contextOptions: ContextOptions
        /// The metadata that the session's caller passed beside the prompt (27.0).
        public var metadata: [String: GeneratedContent]

        /// Makes an entry.
        public init(
            id: String = UniqueID.text(),
            segments: [Segment],
            options: GenerationOptions = GenerationOptions(),
            responseFormat: ResponseFormat? = nil
        ) {
            self.init(id: id, metadata: [:], segments: segments, options: options, responseFormat: responseFormat)
        }

        /// Makes an entry (27.0).
        public init(
            id: String = UniqueID.text(),
            metadata: [String: any ConvertibleToGeneratedContent] = [:],
            segments: [Segment],
            options: GenerationOptions = GenerationOptions(),
            responseFormat: ResponseFormat? = nil,
            contextOptions: ContextOptions = ContextOptions()
        ) {
            self.id = id
            self.segments = segments
            self.options = options
            self.responseFormat = responseFormat
            self.contextOptions = contextOptions
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }

    /// The format that an answer must have.
    public struct ResponseFormat: Sendable, Equatable {
        /// The kinds of format (27.0).
        public enum Kind: Sendable, Equatable {
            /// The answer must fit a schema.
            case schema(GenerationSchema)
        }

        /// The kind of format (27.0).
        public let kind: Kind

        /// The schema.
        public var schema: GenerationSchema {
            switch kind {
            case .schema(let schema): schema
            }
        }

        /// The schema's name.
        public var name: String { schema.name }

        /// Makes the format of a type.
        public init<Content: Generable>(type: Content.Type) { self.init(schema: Content.generationSchema) }

        /// Makes the format of a schema.
        public init(schema: GenerationSchema) { kind = .schema(schema) }
    }

    /// The tool calls of one round.
    public struct ToolCalls: Sendable, Equatable, Identifiable, RandomAccessCollection {
        /// The entry's id.
        public var id: String
        private var calls: [ToolCall]

        /// Makes an entry.
        public init<S: Sequence>(id: String = UniqueID.text(), _ calls: S) where S.Element == ToolCall {
            self.id = id
            self.calls = Array(calls)
        }

        /// Always 0.
        public var startIndex: Int { calls.startIndex }

        /// The number of calls.
        public var endIndex: Int { calls.endIndex }

        /// The call at a position.
        public subscript(position: Int) -> ToolCall { calls[position] }
    }

    /// A call of a tool.
    public struct ToolCall: Sendable, Equatable, Identifiable {
        /// The call's id; its output has the same id.
        public var id: String
        /// The name of the tool.
        public var toolName: String
        /// The arguments as the model wrote them.
        public var arguments: GeneratedContent
        /// The provider's metadata of the call (27.0).
        public var metadata: [String: GeneratedContent]

        /// Makes a call.
        public init(id: String, toolName: String, arguments: GeneratedContent) {
            self.init(id: id, metadata: [:], toolName: toolName, arguments: arguments)
        }

        /// Makes a call (27.0).
        public init(
            id: String,
            metadata: [String: any ConvertibleToGeneratedContent],
            toolName: String,
            arguments: GeneratedContent
        ) {
            self.id = id
            self.toolName = toolName
            self.arguments = arguments
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }

    /// The output of one call.
    public struct ToolOutput: Sendable, Equatable, Identifiable {
        /// The id of the call.
        public var id: String
        /// The name of the tool.
        public var toolName: String
        /// The output.
        public var segments: [Segment]

        /// Makes an entry.
        public init(id: String, toolName: String, segments: [Segment]) {
            self.id = id
            self.toolName = toolName
            self.segments = segments
        }
    }

    /// The model's answer.
    public struct Response: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The answer.
        public var segments: [Segment]
        /// The provider's metadata of the answer.
        public var metadata: [String: GeneratedContent]
        /// The ids of the assets used for the answer; always empty here.
        public var assetIDs: [String]

        /// Makes an entry, in the spelling of 26.0.
        public init(id: String = UniqueID.text(), assetIDs: [String], segments: [Segment]) {
            self.init(id: id, segments: segments)
            self.assetIDs = assetIDs
        }

        /// Makes an entry (27.0).
        public init(
            id: String = UniqueID.text(),
            metadata: [String: any ConvertibleToGeneratedContent] = [:],
            segments: [Segment]
        ) {
            self.id = id
            self.metadata = metadata.mapValues(\.generatedContent)
            self.segments = segments
            assetIDs = []
        }
    }

    /// The model's reasoning before the answer (27.0).
    public struct Reasoning: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The text of the reasoning.
        public var segments: [Segment]
        /// The provider's signature of the reasoning, which must be returned unchanged.
        public var signature: Data?
        /// The provider's metadata of the reasoning.
        public var metadata: [String: GeneratedContent]

        /// Makes an entry.
        public init(
            id: String = UniqueID.text(),
            metadata: [String: any ConvertibleToGeneratedContent] = [:],
            segments: [Segment],
            signature: Data? = nil
        ) {
            self.id = id
            self.segments = segments
            self.signature = signature
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }
}

extension Transcript {
    /// A tool's definition for the model.
    public struct ToolDefinition: Sendable, Equatable {
        /// The tool's name for the model.
        public var name: String
        /// The tool's description: when and for what the model should call it.
        public var description: String
        /// The schema of the arguments.
        public var parameters: GenerationSchema

        /// Makes a definition.
        public init(name: String, description: String, parameters: GenerationSchema) {
            self.name = name
            self.description = description
            self.parameters = parameters
        }

        /// Makes the definition of a tool.
        public init(tool: some Tool) {
            self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
        }
    }
}
