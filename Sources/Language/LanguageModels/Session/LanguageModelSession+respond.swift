/// Complete answers: the methods of Apple FoundationModels 26.0.
extension LanguageModelSession {
    /// Answers a prompt in prose.
    ///
    /// - Throws: The error of the model, ``Error``, ``ToolCallError``, or ``Suspension``.
    @discardableResult
    public func respond(
        to prompt: Prompt,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await answer(to: prompt, schema: nil, options: options, contextOptions: ContextOptions())
    }

    /// Answers a prompt in prose.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        to prompt: String,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await answer(to: Prompt(prompt), schema: nil, options: options, contextOptions: ContextOptions())
    }

    /// Answers a prompt in prose.
    @discardableResult
    public func respond(
        options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await answer(to: prompt(), schema: nil, options: options, contextOptions: ContextOptions())
    }

    /// Answers a prompt with content that fits a schema.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not fit; otherwise as for an answer in prose.
    @discardableResult
    public func respond(
        to prompt: Prompt,
        schema: GenerationSchema,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            to: prompt,
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with content that fits a schema.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        to prompt: String,
        schema: GenerationSchema,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            to: Prompt(prompt),
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with content that fits a schema.
    @discardableResult
    public func respond(
        schema: GenerationSchema,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            to: prompt(),
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with a value of a type.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not fit; otherwise as for an answer in prose.
    @discardableResult
    public func respond<Content: Generable>(
        to prompt: Prompt,
        generating type: Content.Type = Content.self,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await answer(
            to: prompt,
            schema: schema(of: type),
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    @_disfavoredOverload
    public func respond<Content: Generable>(
        to prompt: String,
        generating type: Content.Type = Content.self,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await answer(
            to: Prompt(prompt),
            schema: schema(of: type),
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    public func respond<Content: Generable>(
        generating type: Content.Type = Content.self,
        includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await answer(
            to: prompt(),
            schema: schema(of: type),
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)
        )
    }
}
