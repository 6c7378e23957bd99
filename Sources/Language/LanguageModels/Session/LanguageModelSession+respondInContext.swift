/// Complete answers with context options and metadata: the methods that Apple FoundationModels 27.0 added.
extension LanguageModelSession {
    /// Answers a prompt in prose.
    ///
    /// - Throws: The error of the model, ``Error``, ``ToolCallError``, or ``Suspension``.
    @discardableResult
    public func respond(
        to prompt: Prompt,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await answer(to: prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt in prose.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        to prompt: String,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await answer(
            to: Prompt(prompt),
            schema: nil,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt in prose.
    @discardableResult
    public func respond(
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await answer(
            to: prompt(),
            schema: nil,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with content that fits a schema.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not fit; otherwise as for an answer in prose.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        to prompt: Prompt,
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            to: prompt,
            schema: schema,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with content that fits a schema.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        to prompt: String,
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            to: Prompt(prompt),
            schema: schema,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with content that fits a schema.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            to: prompt(),
            schema: schema,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with a value of a type.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not fit; otherwise as for an answer in prose.
    @discardableResult
    public func respond<Content: Generable>(
        to prompt: Prompt,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await answer(
            to: prompt,
            schema: schema(of: type),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    @_disfavoredOverload
    public func respond<Content: Generable>(
        to prompt: String,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await answer(
            to: Prompt(prompt),
            schema: schema(of: type),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    public func respond<Content: Generable>(
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await answer(
            to: prompt(),
            schema: schema(of: type),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }
}
