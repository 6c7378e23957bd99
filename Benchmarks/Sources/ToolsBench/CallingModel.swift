import LanguageModels

/// A model that calls all of its tools in the first round, and ends in the second.
struct CallingModel: LanguageModel {
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
    var executorConfiguration: Int { 0 }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: CallingModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            if case .toolOutput = request.transcript.last {
                await channel.send(.response(action: .appendText("Done.")))
                return
            }
            for tool in request.enabledToolDefinitions {
                await channel.send(
                    .toolCalls(action: .toolCall(id: tool.name, name: tool.name, action: .appendArguments("{}")))
                )
            }
        }
    }
}
