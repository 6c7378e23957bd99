import LanguageModels
import Synchronization

/// A model that plays prepared rounds and records its requests.
final class ScriptedModel: LanguageModel {
    typealias Channel = LanguageModelExecutorGenerationChannel
    typealias Round = @Sendable (LanguageModelExecutorGenerationRequest, Channel) async throws -> Void

    let capabilities: LanguageModelCapabilities
    let executorConfiguration = 0
    private let rounds: Mutex<[Round]>
    private let seen = Mutex<[LanguageModelExecutorGenerationRequest]>([])

    init(_ rounds: [Round], seesImages: Bool = false) {
        self.rounds = Mutex(rounds)
        capabilities = LanguageModelCapabilities([.toolCalling, .guidedGeneration] + (seesImages ? [.vision] : []))
    }

    var requests: [LanguageModelExecutorGenerationRequest] { seen.withLock { $0 } }

    func play(_ request: LanguageModelExecutorGenerationRequest, _ channel: Channel) async throws {
        seen.withLock { $0.append(request) }
        let round = rounds.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let round else { throw ScriptEnded() }
        try await round(request, channel)
    }

    struct ScriptEnded: Error {}

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: ScriptedModel,
            streamingInto channel: Channel
        ) async throws {
            try await model.play(request, channel)
        }
    }
}

extension ScriptedModel {
    /// A round that answers with these pieces of text.
    static func text(_ pieces: String...) -> Round {
        { _, channel in
            for piece in pieces { await channel.send(.response(action: .appendText(piece))) }
            await channel.send(
                .response(action: .updateUsage(input: .init(totalTokenCount: 10), output: .init(totalTokenCount: 2)))
            )
        }
    }

    /// A round that calls tools: id, name, and the arguments in two fragments.
    static func calls(_ calls: (id: String, name: String, arguments: String)...) -> Round {
        { _, channel in
            for call in calls {
                let half = call.arguments.count / 2
                for fragment in [String(call.arguments.prefix(half)), String(call.arguments.dropFirst(half))] {
                    await channel.send(
                        .toolCalls(action: .toolCall(id: call.id, name: call.name, action: .appendArguments(fragment)))
                    )
                }
            }
            await channel.send(
                .toolCalls(action: .updateUsage(input: .init(totalTokenCount: 5), output: .init(totalTokenCount: 1)))
            )
        }
    }
}

extension ScriptedModel {
    /// Sends one call in one piece.
    static func send(call id: String, _ name: String, _ arguments: String, to channel: Channel) async {
        await channel.send(.toolCalls(action: .toolCall(id: id, name: name, action: .appendArguments(arguments))))
    }
}
