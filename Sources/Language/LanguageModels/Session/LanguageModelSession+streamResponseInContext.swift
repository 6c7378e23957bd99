/// Streamed answers with context options and metadata: the methods that Apple FoundationModels 27.0 added.
extension LanguageModelSession {
    /// Answers a prompt in prose, as a stream.
    public func streamResponse(
        to prompt: Prompt,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<String> {
        stream(to: prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt in prose, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<String> {
        stream(to: Prompt(prompt), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt in prose, as a stream.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        try stream(to: prompt(), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with content that fits a schema, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: Prompt,
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<GeneratedContent> {
        stream(to: prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with content that fits a schema, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String,
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<GeneratedContent> {
        stream(to: Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with content that fits a schema, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<GeneratedContent> {
        try stream(to: prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type, as a stream.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<Content> {
        stream(
            to: prompt,
            schema: schema(of: type),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with a value of a type, as a stream.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<Content> {
        stream(
            to: Prompt(prompt),
            schema: schema(of: type),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with a value of a type, as a stream.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<Content> {
        try stream(
            to: prompt(),
            schema: schema(of: type),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }
}
