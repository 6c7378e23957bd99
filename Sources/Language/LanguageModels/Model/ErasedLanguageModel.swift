/// A model and its executor behind closures, so that a session is not generic over its model.
struct ErasedLanguageModel: Sendable {
    let capabilities: @Sendable () -> LanguageModelCapabilities
    private let send:
        @Sendable (
            ExecutorStore, LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel
        ) async throws -> Void
    private let prepare: @Sendable (ExecutorStore, Transcript) -> Void
    private var executors = ExecutorStore()

    init<Model: LanguageModel>(_ model: Model) {
        capabilities = { model.capabilities }
        send = { executors, request, channel in
            try await executors.executor(for: model).respond(to: request, model: model, streamingInto: channel)
        }
        prepare = { executors, transcript in
            (try? executors.executor(for: model))?.prewarm(model: model, transcript: transcript)
        }
    }

    /// Returns the same model with a shared store of executors.
    func using(_ executors: ExecutorStore) -> Self {
        var model = self
        model.executors = executors
        return model
    }

    /// Has the executor generate one round.
    ///
    /// - Throws: The error of the executor, or of its initializer.
    func respond(
        _ request: LanguageModelExecutorGenerationRequest,
        _ channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        try await send(executors, request, channel)
    }

    /// Prepares the executor for a request; if its initializer fails, the next turn throws that error.
    func prewarm(_ transcript: Transcript) { prepare(executors, transcript) }
}
