import LanguageModels

/// A model that returns the last prompt: as text, or in the `text` property if there is a schema.
struct EchoingModel: LanguageModel {
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.guidedGeneration]) }
    var executorConfiguration: Int { 0 }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: EchoingModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            guard case .prompt(let prompt) = request.transcript.last else { return }
            let text = prompt.segments.text
            let answer = request.schema == nil ? text : GeneratedContent(properties: ["text": text]).jsonString
            await channel.send(.response(action: .appendText(answer)))
        }
    }
}
