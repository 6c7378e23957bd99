/// A model and its executor behind closures, so that a session is not generic over its model.
struct ErasedLanguageModel: Sendable {
    let capabilities: @Sendable () -> LanguageModelCapabilities
    let respond:
        @Sendable (
            LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel
        ) async throws -> Void
    let prewarm: @Sendable (Transcript) -> Void

    init<Model: LanguageModel>(_ model: Model) {
        // One executor for the session's one configuration; what its initialiser throws is thrown by the first turn.
        let executor = Result { try Model.Executor(configuration: model.executorConfiguration) }
        capabilities = { model.capabilities }
        respond = { request, channel in
            try await executor.get().respond(to: request, model: model, streamingInto: channel)
        }
        prewarm = { transcript in (try? executor.get())?.prewarm(model: model, transcript: transcript) }
    }
}
