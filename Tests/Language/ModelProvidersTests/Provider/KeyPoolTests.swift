import KeyLeasing
import KeyVault
import LanguageModels
import ModelProviders
import StandIns
import Testing
import Transport

/// The use of a pool's keys by a call, in every dialect.
@Suite(.timeLimit(.minutes(1))) struct KeyPoolTests {
    private static let dead = "sk-test-dead-key-00"

    @Test(arguments: Dialect.allCases) func theNextKeyIsTriedWithinTheCall(dialect: Dialect) async throws {
        let keys = ReportedKeys([Self.dead, "sk-test-dead-key-01", Dialect.key])
        try await dialect.with(keys: keys.source, script: { _ in .text("Yes.") }) { model, standIn in
            let answer = try await LanguageModelSession(model: model).respond(to: "Well?")
            #expect(answer.content == "Yes.")
            #expect(
                keys.told == [
                    "\(Self.dead): refused", "sk-test-dead-key-01: refused", "\(Dialect.key): accepted",
                ]
            )
            #expect(standIn.requests.count == 3)
        }
    }

    @Test(arguments: Dialect.allCases) func noKeyIsTriedTwice(dialect: Dialect) async throws {
        let keys = ReportedKeys([Self.dead])
        try await dialect.with(keys: keys.source, script: { _ in .text("no") }) { model, standIn in
            let error = await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(error?.code == .unauthorized)
            #expect(error?.keyOutcome == .refused)
            #expect(keys.told == ["\(Self.dead): refused"])
            #expect(standIn.requests.count == 1)
        }
    }

    @Test func aCallTriesFourKeysAtMost() async throws {
        let keys = ReportedKeys((0..<6).map { "sk-test-dead-key-0\($0)" })
        try await Dialect.chat.with(keys: keys.source, script: { _ in .text("no") }) { model, standIn in
            await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(standIn.requests.count == 4)
        }
    }

    @Test func theProvidersErrorOverridesAnEmptyPool() async throws {
        let keys = ReportedKeys([Dialect.key], whenEmpty: KeyVaultError(.noUsableKey, "All rest."))
        try await Dialect.chat.with(keys: keys.source, script: { _ in Dialect.chat.withoutCredit }) { model, _ in
            let error = await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(error?.code == .outOfCredit)
        }
    }

    @Test func aPoolThatRestsIsNotAsked() async throws {
        let resting = KeyVaultError(.noUsableKey, "All keys of openai rest.", retryAfter: .seconds(7))
        try await Dialect.chat.with(keys: { throw resting }, script: { _ in .text("no") }) { model, standIn in
            let error = await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(error?.code == .noUsableKey)
            #expect(error?.message == "All keys of openai rest.")
            #expect(error?.retryAfter == .seconds(7))
            #expect(standIn.requests.isEmpty)
        }
    }

    @Test(arguments: Dialect.allCases) func nothingIsRepeatedOnceSomethingWasHeard(dialect: Dialect) async throws {
        let keys = ReportedKeys([Dialect.key, "sk-test-0123456780"])
        try await dialect.with(keys: keys.source, script: { _ in .text("It is", thenError: "Sorry!") }) {
            model,
            standIn in
            await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(keys.told == ["\(Dialect.key): accepted", "\(Dialect.key): upstream fault"])
            #expect(standIn.requests.count == 1)
        }
    }

    @Test func anUpstreamsFaultIsNoReasonForAnotherKey() async throws {
        let keys = ReportedKeys([Dialect.key, "sk-test-0123456780"])
        try await Dialect.chat.with(keys: keys.source, script: { _ in Dialect.chat.failure(503) }) { model, standIn in
            await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(keys.told == ["\(Dialect.key): upstream fault"])
            #expect(standIn.requests.count == 1)
        }
    }

    @Test func aHostThatKeepsFailingIsLeftAlone() async throws {
        try await OpenAIStandIn.with(script: { _ in Dialect.chat.failure(500) }) { server in
            var model = OpenAIChatLanguageModel("m", baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
            model.breakers = CircuitBreakers(settings: .init(failureThreshold: 2, openDuration: .seconds(600)))
            for _ in 0..<2 {
                await #expect(throws: ModelProviderError.self) {
                    try await LanguageModelSession(model: model).respond(to: "Well?")
                }
            }
            let error = await #expect(throws: TransportError.self) {
                try await LanguageModelSession(model: model).respond(to: "Well?")
            }
            #expect(error?.code == .circuitOpen)
            #expect(server.requests.count == 2)
        }
    }
}
