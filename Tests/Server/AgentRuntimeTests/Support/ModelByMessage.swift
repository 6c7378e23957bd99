import LanguageModels
import Synchronization

/// A model controlled by its user's last message: `act` calls the client's tool of that name and then answers, `act later` does so
/// after it was released, `fail` fails, `wait` answers after it was released, and any other message is answered at once.
///
/// Each round counts as ten tokens read and two written.
final class ModelByMessage: LanguageModel {
    struct Failure: Error {}

    let gate = GatedModel()
    private let seen = Mutex(0)

    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
    var executorConfiguration: Int { 0 }

    /// The number of rounds that it was called for.
    var roundCount: Int { seen.withLock { $0 } }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: ModelByMessage,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            model.seen.withLock { $0 += 1 }
            let isAnswered = if case .toolOutput = request.transcript.last { true } else { false }
            let message = request.transcript.compactMap { entry -> String? in
                guard case .prompt(let prompt) = entry, case .text(let text) = prompt.segments.first else { return nil }
                return text.content
            }
            if message.last == "act later" { try await model.gate.pass() }
            switch message.last {
            case "act" where !isAnswered, "act later" where !isAnswered:
                await channel.send(
                    .toolCalls(action: .toolCall(id: "c", name: "act", action: .appendArguments("{}")))
                )
                await channel.send(
                    .toolCalls(
                        action: .updateUsage(input: .init(totalTokenCount: 10), output: .init(totalTokenCount: 2))
                    )
                )
                return
            case "fail":
                await channel.send(.response(action: .appendText("half")))
                throw Failure()
            case "wait":
                try await model.gate.pass()
            default: break
            }
            await channel.send(.response(action: .appendText("done")))
            await channel.send(
                .response(action: .updateUsage(input: .init(totalTokenCount: 10), output: .init(totalTokenCount: 2)))
            )
        }
    }
}
