public import FoundationEssentials

/// One round that an executor is asked for (Apple FoundationModels 27.0).
public struct LanguageModelExecutorGenerationRequest: Sendable {
    /// The round's id.
    public var id: UUID
    /// All that was said up to here.
    public var transcript: Transcript
    /// The tools that may be called in this round.
    public var enabledToolDefinitions: [Transcript.ToolDefinition]
    /// The shape that the answer must have, `nil` for prose.
    public var schema: GenerationSchema?
    /// How to generate.
    public var generationOptions: GenerationOptions
    /// What to put before the model beside the transcript.
    public var contextOptions: ContextOptions
    /// What the caller of the session said beside the prompt.
    public var metadata: [String: GeneratedContent]

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
}
