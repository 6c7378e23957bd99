/// Streamed answers: the methods of Apple FoundationModels 26.0.
extension LanguageModelSession {
    /// Answers a prompt in prose, as a stream.
    public func streamResponse(
        to prompt: Prompt,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        stream(to: prompt, schema: nil, options: options, contextOptions: ContextOptions())
    }

    /// Answers a prompt in prose, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        stream(to: Prompt(prompt), schema: nil, options: options, contextOptions: ContextOptions())
    }

    /// Answers a prompt in prose, as a stream.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        try stream(to: prompt(), schema: nil, options: options, contextOptions: ContextOptions())
    }

    /// Answers a prompt with content that fits a schema, as a stream.
    public func streamResponse(
        to prompt: Prompt,
        schema: GenerationSchema,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<GeneratedContent> {
        stream(
            to: prompt,
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with content that fits a schema, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String,
        schema: GenerationSchema,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<GeneratedContent> {
        stream(
            to: Prompt(prompt),
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with content that fits a schema, as a stream.
    public func streamResponse(
        schema: GenerationSchema,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<GeneratedContent> {
        try stream(
            to: prompt(),
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with a value of a type, as a stream.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt,
        generating type: Content.Type = Content.self,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<Content> {
        stream(
            to: prompt,
            schema: schema(of: type),
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with a value of a type, as a stream.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String,
        generating type: Content.Type = Content.self,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<Content> {
        stream(
            to: Prompt(prompt),
            schema: schema(of: type),
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with a value of a type, as a stream.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<Content> {
        try stream(
            to: prompt(),
            schema: schema(of: type),
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }
}
