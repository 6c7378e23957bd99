extension LanguageModelSession {
    /// A whole answer (Apple FoundationModels 26.0).
    public struct Response<Content: Generable> {
        /// The answer.
        public let content: Content
        /// The answer before it was read into its type.
        public let rawContent: GeneratedContent
        /// What the turn added to the transcript, the prompt first.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        /// The tokens used (27.0).
        public let usage: Usage

        /// Reads the answer of a turn.
        ///
        /// A structured one is held against its schema too: the type alone does not know every limit. Properties that nobody
        /// asked for are left alone.
        ///
        /// - Parameter schema: The schema that the answer was to have, `nil` for prose.
        /// - Throws: ``Suspension`` when it has none yet; ``GeneratedContent/ParsingError`` when it does not fit the type or the
        ///   schema, with the property that does not.
        init(_ turn: Turn, schema: GenerationSchema?) throws {
            guard !turn.isSuspended else { throw Suspension(pendingCalls: turn.pendingCalls) }
            if let schema {
                rawContent = try GeneratedContent(answer: turn.response.segments)
                content = try Content(rawContent)
                if let fault = SchemaCheck(schema, refusesStrangers: false).fault(of: rawContent) { throw fault }
            } else {
                rawContent = GeneratedContent(turn.response.segments.text)
                content = try Content(rawContent)
            }
            transcriptEntries = turn.entries[...]
            usage = turn.usage
        }
    }

    /// Takes a turn and reads its answer.
    func answer<Content: Generable>(
        to prompt: Prompt,
        schema: GenerationSchema?,
        options: GenerationOptions,
        contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await configuration.errorNames.naming {
            let turn = try await turn(
                prompt,
                schema: schema,
                options: options,
                contextOptions: contextOptions,
                metadata: metadata,
                onEvent: { _ in }
            )
            do {
                return try Response(turn, schema: schema)
            } catch let fault as GeneratedContent.ParsingError where fault.underlyingError is PatternMismatch {
                // Few providers generate by an expression, so the answer is asked for once more.
                var repaired = try await self.turn(
                    Prompt(
                        "That answer cannot be used: \(fault.debugDescription). Answer again, with the whole value."
                    ),
                    schema: schema,
                    options: options,
                    contextOptions: contextOptions,
                    metadata: metadata,
                    onEvent: { _ in }
                )
                repaired.entries = turn.entries + repaired.entries
                repaired.usage.add(turn.usage)
                return try Response(repaired, schema: schema)
            }
        }
    }

    /// The schema that a model is asked to keep to; `nil` for a `String`, which is an answer in prose.
    func schema<Content: Generable>(of type: Content.Type) -> GenerationSchema? {
        type == String.self ? nil : type.generationSchema
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension GeneratedContent {
    /// Reads a structured answer, which must be whole.
    ///
    /// - Throws: ``ParsingError`` when it is not JSON, or ends before it is whole.
    init(answer segments: [Transcript.Segment]) throws {
        let segments = segments.filter { $0.attachment == nil }
        if segments.count == 1, case .structure(let segment) = segments[0] {
            self = segment.content
            return
        }
        let text = segments.text
        try self.init(json: text)
        guard isComplete else {
            throw ParsingError(rawContent: text, debugDescription: "the answer ends before it is whole")
        }
    }
}
