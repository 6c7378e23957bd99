import LanguageModels

/// A model that sends the same pieces in every round, as fast as they are read.
struct PlayedModel: LanguageModel {
    let pieces: [String]

    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.guidedGeneration]) }
    var executorConfiguration: Int { 0 }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: PlayedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            for piece in model.pieces { await channel.send(.response(action: .appendText(piece))) }
        }
    }
}
