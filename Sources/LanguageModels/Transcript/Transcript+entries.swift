public import FoundationEssentials

extension Transcript {
    /// What the developer told the model, with the tools it may call.
    public struct Instructions: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// What was told.
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

    /// What the person said.
    public struct Prompt: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// What was said.
        public var segments: [Segment]
        /// How the answer was to be generated.
        public var options: GenerationOptions
        /// The shape the answer had to have.
        public var responseFormat: ResponseFormat?
        /// What was to be put before the model beside the transcript (27.0).
        public var contextOptions: ContextOptions
        /// What the caller of the session said beside the prompt (27.0).
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

    /// The shape an answer must have.
    public struct ResponseFormat: Sendable, Equatable {
        /// The kinds of shape (27.0).
        public enum Kind: Sendable, Equatable {
            /// By a schema.
            case schema(GenerationSchema)
        }

        /// The kind of shape (27.0).
        public let kind: Kind

        /// The schema.
        public var schema: GenerationSchema {
            switch kind {
            case .schema(let schema): schema
            }
        }

        /// The schema's name.
        public var name: String { schema.name }

        /// Asks for a type.
        public init<Content: Generable>(type: Content.Type) { self.init(schema: Content.generationSchema) }

        /// Asks for a schema.
        public init(schema: GenerationSchema) { kind = .schema(schema) }
    }

    /// The calls that the model wants made, together.
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

        /// One call.
        public subscript(position: Int) -> ToolCall { calls[position] }
    }

    /// One call.
    public struct ToolCall: Sendable, Equatable, Identifiable {
        /// The call's id, which its output repeats.
        public var id: String
        /// The tool.
        public var toolName: String
        /// The arguments, as the model wrote them.
        public var arguments: GeneratedContent
        /// What the provider said beside it (27.0).
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

    /// What one call gave back.
    public struct ToolOutput: Sendable, Equatable, Identifiable {
        /// The id of the call.
        public var id: String
        /// The tool.
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

    /// What the model answered.
    public struct Response: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The answer.
        public var segments: [Segment]
        /// What the provider said beside it.
        public var metadata: [String: GeneratedContent]
        /// The ids of what the answer was made with; nothing here gives any.
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

    /// What the model thought before answering (27.0).
    public struct Reasoning: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The thoughts.
        public var segments: [Segment]
        /// The provider's seal on them, to be sent back unchanged.
        public var signature: Data?
        /// What the provider said beside them.
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
