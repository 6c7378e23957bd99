import Accounts
import AgentWire
import LanguageModels
import ModelProviders
import OwnerLiterals
import ScriptedModels
import Storage
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// The count of a request's tokens before it is sent to a model.
@Suite(.timeLimit(.minutes(1))) struct TokenCountTests {
    private func turn(_ text: String, conversation: ConversationChoice = .new) -> TurnRequest {
        var request = TurnRequest(dialect: .native, input: [.text(text)], conversation: conversation)
        request.clientTools = [
            ClientTool(name: "act", description: "acts", parameters: ["type": "object", "properties": [:]])
        ]
        return request
    }

    @Test func theProviderCountsTheConversationTheToolsAndTheInput() async throws {
        let counted = CountedModel()
        try await LimitedRuntime.with(counted) { trial in
            let run = try await trial.start("昨日").run
            #expect(try await trial.ending(run) == "completed")
            let conversation = try await trial.conversation(of: run)
            let count = try await trial.runtime.countInputTokens(
                of: turn("more", conversation: .existing(conversation)),
                client: .alice
            )
            let round = try #require(counted.rounds.withLock { $0.last })
            #expect(count == InputTokenCount(round.transcript.count, isEstimated: false))
            #expect(round.enabledToolDefinitions.map(\.name) == ["act"])
            let texts = round.transcript.map { "\($0)" }.joined()
            for text in ["昨日", "one", "more"] { #expect(texts.contains(text)) }
            // Nothing was added, and the model was not asked.
            #expect(try await trial.store.size(of: conversation, owner: "alice").turns == 1)
            try await trial.expectNothingHeld(of: .alice)
        }
    }

    @Test(arguments: [true, false]) func withoutTheProviderTheCountIsEstimated(fails: Bool) async throws {
        let model: any LanguageModel = fails ? CountedModel(fails: true) : ScriptedModel([])
        try await LimitedRuntime.with(model) { trial in
            let short = try await trial.runtime.countInputTokens(of: turn("hi"), client: .alice)
            let long = try await trial.runtime.countInputTokens(
                of: turn(String(repeating: "語", count: 1000)),
                client: .alice
            )
            #expect(short.isEstimated && long.isEstimated)
            #expect(short.count > 0)
            #expect((900...1100).contains(long.count - short.count))
        }
    }

    @Test func aTurnThatWouldBeRefusedIsNotCounted() async throws {
        try await LimitedRuntime.with(ScriptedModel([])) { trial in
            func kind(_ request: TurnRequest) async -> Problem.Kind? {
                await #expect(throws: Problem.self) {
                    try await trial.runtime.countInputTokens(of: request, client: .alice)
                }?.kind
            }
            #expect(await kind(turn("hi", conversation: .existing("nobody's"))) == .notFound)
            var request = turn("hi")
            request.model = "openai:other"
            #expect(await kind(request) == .invalidRequest)
            request = turn("hi")
            request.tools = ["nothing"]
            #expect(await kind(request) == .invalidRequest)
        }
    }
}

/// A model that answers `one`, and whose provider counts the entries of a request or fails.
private final class CountedModel: LanguageModel, TokenCounting {
    struct Failure: Error {}

    let fails: Bool
    let rounds = Mutex<[LanguageModelExecutorGenerationRequest]>([])

    init(fails: Bool = false) { self.fails = fails }

    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
    var executorConfiguration: Int { 0 }

    func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int? {
        rounds.withLock { $0.append(request) }
        if fails { throw Failure() }
        return request.transcript.count
    }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: CountedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            await channel.send(.response(action: .appendText("one")))
        }
    }
}
