import FoundationEssentials
import Synchronization

extension LanguageModelSession {
    /// A whole turn: what it added to the transcript, the answer, and what it cost.
    public struct Turn: Sendable {
        /// The entries added, the prompt first.
        public var entries: [Transcript.Entry]
        /// The answer.
        public var response: Transcript.Response
        /// The tokens used.
        public var usage: Usage
    }

    /// Takes one turn and tells each step to `onEvent` as it happens.
    ///
    /// Everything else that answers (``respond(to:options:contextOptions:metadata:)``, the streams) is made from this. The next
    /// step waits until `onEvent` returns, so a slow reader slows the model down; when `onEvent` throws, or the task is
    /// cancelled, the upstream call and the running tools are cancelled at once.
    ///
    /// - Throws: What the model threw, ``Error``, ``ToolCallError``, or what `onEvent` threw. The transcript is then as before.
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
        var added = [promptEntry]
        var usage = Usage()
        let before = transcript
        for _ in 0...configuration.maximumToolRounds {
            let request = LanguageModelExecutorGenerationRequest(
                transcript: before + added,
                enabledTools: options.toolCallingMode?.kind == .disallowed ? [] : tools.map { Self.definition(of: $0) },
                schema: schema,
                generationOptions: options,
                contextOptions: contextOptions,
                metadata: metadata
            )
            let round = try await generate(request, onEvent: onEvent)
            let entries = round.entries(responseFormat: format)
            added += entries
            usage.add(round.usage)
            guard case .toolCalls(let calls) = entries.last else {
                return commit(before: before, added: added, usage: usage)
            }
            let runner = ToolRunner(tools: tools, policy: configuration.toolErrorPolicy, metadata: request.metadata)
            let outcomes = try await runner.run(Array(calls), onEvent: onEvent)
            added += outcomes.map { .toolOutput($0.output) }
        }
        throw Error.tooManyToolRounds(limit: configuration.maximumToolRounds)
    }

    private func begin() throws {
        try state.withLock { state in
            guard !state.isResponding else { throw Error.concurrentRequests }
            state.isResponding = true
        }
    }

    private func commit(before: Transcript, added: [Transcript.Entry], usage: Usage) -> Turn {
        state.withLock { state in
            state.transcript = before + added
            state.usage.add(usage)
        }
        guard case .response(let response) = added.last else {
            return Turn(entries: added, response: .init(segments: []), usage: usage)
        }
        return Turn(entries: added, response: response, usage: usage)
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
