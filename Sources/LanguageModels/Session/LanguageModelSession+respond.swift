extension LanguageModelSession {
    /// A whole answer (Apple FoundationModels 26.0).
    public struct Response<Content: Generable> {
        /// The answer.
        public let content: Content
        /// The answer before it was read into its type.
        public let rawContent: GeneratedContent
        /// What the turn added to the transcript, the prompt first.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        /// The tokens used.
        public let usage: Usage
    }

    /// Answers a prompt in prose.
    ///
    /// - Throws: What the model threw, ``Error`` or ``ToolCallError``; the transcript is then as before.
    @discardableResult
    public func respond(
        to prompt: Prompt,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        let turn = try await turn(
            prompt,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata,
            onEvent: { _ in }
        )
        let text = turn.response.segments.text
        return Response(
            content: text,
            rawContent: GeneratedContent(text),
            transcriptEntries: turn.entries[...],
            usage: turn.usage
        )
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
        try await respond(
            to: Prompt(prompt),
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
        try await respond(
            to: try prompt(),
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }

    /// Answers a prompt in the shape of a schema.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` when the answer is not JSON; else as ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public func respond(
        to prompt: Prompt,
        schema: GenerationSchema,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        let turn = try await turn(
            prompt,
            schema: schema,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata,
            onEvent: { _ in }
        )
        let content = try GeneratedContent(json: turn.response.segments.text)
        return Response(
            content: content,
            rawContent: content,
            transcriptEntries: turn.entries[...],
            usage: turn.usage
        )
    }

    /// Answers a prompt with a value of a type.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` when the answer does not fit the type, with the property that does not.
    @discardableResult
    public func respond<Content: Generable>(
        to prompt: Prompt,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        let response = try await respond(
            to: prompt,
            schema: Content.generationSchema,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
        return Response(
            content: try Content(response.rawContent),
            rawContent: response.rawContent,
            transcriptEntries: response.transcriptEntries,
            usage: response.usage
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
        try await respond(
            to: Prompt(prompt),
            generating: type,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}
