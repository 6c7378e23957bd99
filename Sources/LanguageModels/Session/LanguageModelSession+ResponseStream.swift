extension LanguageModelSession {
    /// An answer as it grows, in cumulative snapshots (Apple FoundationModels 26.0).
    ///
    /// The turn begins with the first call of `next` and goes no faster than the snapshots are read. Leaving the loop early
    /// cancels the turn and frees the session at once.
    public struct ResponseStream<Content: Generable>: AsyncSequence {
        /// The answer so far.
        public struct Snapshot {
            /// The answer so far, in its type's partial form.
            public var content: Content.PartiallyGenerated
            /// The answer so far, before it was read into its type.
            public var rawContent: GeneratedContent
        }

        let session: LanguageModelSession
        let prompt: Prompt
        let schema: GenerationSchema?
        let options: GenerationOptions
        let contextOptions: ContextOptions
        let metadata: [String: GeneratedContent]

        /// Makes a reader, which takes a turn of its own.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

        /// Reads the snapshots.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let stream: ResponseStream
            private let id = GenerationID()
            private var text = ""
            private var turn: RunningTurn?

            init(stream: ResponseStream) { self.stream = stream }

            /// The next snapshot; `nil` when the answer is whole.
            ///
            /// - Throws: What the turn threw; ``GeneratedContent/ParsingError`` when a structured answer ended without fitting.
            public mutating func next() async throws -> Snapshot? {
                let running = turn ?? RunningTurn(stream: stream)
                turn = running
                while let event = try await running.next() {
                    switch event {
                    case .textDelta(let delta): text += delta
                    case .textReplaced(let replacement): text = replacement
                    // What a model says before it calls a tool is not the answer.
                    case .toolStarted: text = ""
                    default: continue
                    }
                    if !text.isEmpty, let snapshot = try snapshot() { return snapshot }
                }
                if stream.schema != nil { _ = try Content(GeneratedContent(json: text)) }
                return nil
            }

            /// The text so far as a snapshot; `nil` while nothing of a structured answer is certain yet.
            private func snapshot() throws -> Snapshot? {
                guard stream.schema != nil else {
                    let content = GeneratedContent(GeneratedContent(text), id: id)
                    return Snapshot(content: try Content.PartiallyGenerated(content), rawContent: content)
                }
                guard let content = try? GeneratedContent(json: text, id: id) else { return nil }
                return Snapshot(content: try Content.PartiallyGenerated(content), rawContent: content)
            }
        }

        /// Reads to the end and gives the whole answer.
        public func collect() async throws -> Response<Content> {
            let turn = try await session.turn(
                prompt,
                schema: schema,
                options: options,
                contextOptions: contextOptions,
                metadata: metadata,
                onEvent: { _ in }
            )
            let text = turn.response.segments.text
            let raw = schema == nil ? GeneratedContent(text) : try GeneratedContent(json: text)
            return Response(
                content: try Content(raw),
                rawContent: raw,
                transcriptEntries: turn.entries[...],
                usage: turn.usage
            )
        }
    }
}

/// A turn that runs beside its reader; the last reference to go cancels it.
private final class RunningTurn: Sendable {
    private let events = BoundedChannel<Result<SessionEvent, any Error>>()
    private let task: Task<Void, Never>

    init<Content>(stream: LanguageModelSession.ResponseStream<Content>) {
        let events = events
        let (session, prompt, schema) = (stream.session, stream.prompt, stream.schema)
        let (options, contextOptions, metadata) = (stream.options, stream.contextOptions, stream.metadata)
        // Unstructured, because a sequence is pulled by its reader while the turn must run between the pulls; it ends with the
        // relay's reader (`deinit`), and the relay's bound keeps it from running ahead.
        task = Task {
            do {
                try await session.turn(
                    prompt,
                    schema: schema,
                    options: options,
                    contextOptions: contextOptions,
                    metadata: metadata,
                    onEvent: { event in await events.send(.success(event)) }
                )
            } catch {
                await events.send(.failure(error))
            }
            events.finish()
        }
    }

    deinit {
        task.cancel()
        events.cancel()
    }

    func next() async throws -> SessionEvent? {
        try await withTaskCancellationHandler {
            let event = try await events.next()?.get()
            try Task.checkCancellation()
            return event
        } onCancel: {
            task.cancel()
        }
    }
}

extension LanguageModelSession {
    /// Answers a prompt in prose, as a stream.
    public func streamResponse(
        to prompt: Prompt,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<String> {
        ResponseStream(
            session: self,
            prompt: prompt,
            schema: nil,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent)
        )
    }

    /// Answers a prompt in prose, as a stream.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<String> {
        streamResponse(to: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type, as a stream of partial values.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<Content> {
        ResponseStream(
            session: self,
            prompt: prompt,
            schema: Content.generationSchema,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent)
        )
    }

    /// Answers a prompt with a value of a type, as a stream of partial values.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String,
        generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<Content> {
        streamResponse(
            to: Prompt(prompt),
            generating: type,
            options: options,
            contextOptions: contextOptions,
            metadata: metadata
        )
    }
}
