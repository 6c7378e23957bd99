import LanguageModels

/// A model that says the last prompt back: as it is, or in the `text` of what a schema asks for.
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
