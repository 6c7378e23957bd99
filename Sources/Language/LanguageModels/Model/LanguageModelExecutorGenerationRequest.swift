public import FoundationEssentials

/// A session's request to an executor for one round (Apple FoundationModels 27.0).
public struct LanguageModelExecutorGenerationRequest: Sendable {
    /// The round's id.
    public var id: UUID
    /// The conversation so far.
    public var transcript: Transcript
    /// The tools that may be called in this round.
    public var enabledToolDefinitions: [Transcript.ToolDefinition]
    /// The schema that the answer must fit; `nil` for prose.
    public var schema: GenerationSchema?
    /// The options for generating the answer.
    public var generationOptions: GenerationOptions
    /// The options for what the model reads beside the transcript.
    public var contextOptions: ContextOptions
    /// The metadata that the session's caller passed beside the prompt.
    public var metadata: [String: GeneratedContent]
    /// The set that was enabled, whose definitions may have been changed since.
    private var enabledToolSet: ToolSet?

    /// Makes a request.
    public init(
        id: UUID = UniqueID.uuid(),
        transcript: Transcript,
        enabledTools: [Transcript.ToolDefinition] = [],
        schema: GenerationSchema? = nil,
        generationOptions: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
        self.id = id
        self.transcript = transcript
        enabledToolDefinitions = enabledTools
        self.schema = schema
        self.generationOptions = generationOptions
        self.contextOptions = contextOptions
        self.metadata = metadata.mapValues(\.generatedContent)
    }

    /// The set whose definitions ``enabledToolDefinitions`` are; `nil` for other definitions, also after a change.
    ///
    /// Setting a set enables its tools.
    package var toolSet: ToolSet? {
        get { enabledToolSet.flatMap { $0.isUnchanged(in: enabledToolDefinitions) ? $0 : nil } }
        set {
            enabledToolSet = newValue
            if let newValue { enabledToolDefinitions = newValue.definitions }
        }
    }
}
