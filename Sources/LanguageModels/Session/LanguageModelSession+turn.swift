import FoundationEssentials
import Synchronization

extension LanguageModelSession {
    /// A whole turn: what it added to the transcript, the answer, and what it cost.
    public struct Turn: Sendable {
        /// The entries added, the prompt first.
        public var entries: [Transcript.Entry]
        /// The answer.
        public var response: Transcript.Response
        /// How each tool call ended, in the order of the calls.
        public var outcomes: [ToolOutcome]
        /// The tokens used.
        public var usage: Usage
    }

    /// Takes one turn and tells each step to `onEvent` as it happens.
    ///
    /// Everything else that answers (``respond(to:options:contextOptions:metadata:)``, the streams) is made from this. The next
    /// step waits until `onEvent` returns, so a slow reader slows the model down; when `onEvent` throws, or the task is
    /// cancelled, the upstream call and the running tools are cancelled at once.
    ///
    /// - Throws: What the model threw, ``Error``, ``ToolCallError``, or what `onEvent` threw. What the transcript then holds is
    ///   for the session's ``TranscriptErrorHandlingPolicy`` to say.
    @discardableResult
    public func turn(
        _ prompt: Prompt,
        schema: GenerationSchema? = nil,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> Turn {
        try begin()
        defer { state.withLock { $0.isResponding = false } }
        let format = schema.map { Transcript.ResponseFormat(schema: $0) }
        let promptEntry = Transcript.Entry.prompt(
            .init(segments: [.text(.init(content: prompt.text))], options: options, responseFormat: format)
        )
        let before = transcript
        var turn = Turn(entries: [promptEntry], response: .init(segments: []), outcomes: [], usage: Usage())
        do {
            try await takeRounds(
                of: &turn,
                after: before,
                format: format,
                options: options,
                contextOptions: contextOptions,
                metadata: metadata,
                onEvent: onEvent
            )
        } catch {
            if configuration.transcriptErrorHandlingPolicy == .preserveTranscript {
                state.withLock { $0.transcript = before + turn.entries }
            }
            throw error
        }
        state.withLock { state in
            state.transcript = before + turn.entries
            state.usage.add(turn.usage)
        }
        return turn
    }

    /// Asks the model and runs its calls until it answers without calling; `turn` holds what is done, whole rounds only.
    private func takeRounds(
        of turn: inout Turn,
        after before: Transcript,
        format: Transcript.ResponseFormat?,
        options: GenerationOptions,
        contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws {
        for roundNumber in 0...configuration.maximumToolRounds {
            let request = LanguageModelExecutorGenerationRequest(
                transcript: before + turn.entries,
                enabledTools: options.toolCallingMode?.kind == .disallowed ? [] : tools.map { Self.definition(of: $0) },
                schema: format?.schema,
                generationOptions: options,
                contextOptions: contextOptions,
                metadata: metadata
            )
            let round = try await generate(request, onEvent: onEvent)
            let entries = round.entries(responseFormat: format)
            turn.usage.add(round.usage)
            guard case .toolCalls(let calls) = entries.last else {
                turn.entries += entries
                if case .response(let response) = entries.last { turn.response = response }
                return
            }
            // Before the calls are made: what they would do could not be told to the model any more.
            guard roundNumber < configuration.maximumToolRounds else { break }
            let runner = ToolRunner(tools: tools, configuration: configuration, metadata: request.metadata)
            let outcomes = try await runner.run(Array(calls), onEvent: onEvent)
            turn.entries += entries + outcomes.map { .toolOutput($0.output) }
            turn.outcomes += outcomes
        }
        throw Error.tooManyToolRounds(limit: configuration.maximumToolRounds)
    }

    private func begin() throws {
        try state.withLock { state in
            guard !state.isResponding else { throw Error.concurrentRequests }
            state.isResponding = true
        }
    }

    /// Runs one round: the executor fills the channel in a child task while this task reads it.
    private func generate(
        _ request: LanguageModelExecutorGenerationRequest,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> RoundAssembler {
        let channel = LanguageModelExecutorGenerationChannel()
        let model = model
        var assembler = RoundAssembler()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { channel.finish() }
                try await model.respond(request, channel)
            }
            do {
                for await event in channel {
                    if let step = assembler.apply(event) { try await onEvent(step) }
                }
            } catch {
                // The reader is gone: let the sender go, and cancel it.
                channel.cancel()
                group.cancelAll()
                throw error
            }
            try await group.next()
        }
        try Task.checkCancellation()
        return assembler
    }
}
