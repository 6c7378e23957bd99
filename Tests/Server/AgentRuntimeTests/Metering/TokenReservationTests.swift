import Accounts
import AgentWire
import LanguageModels
import ScriptedModels
import Storage
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The tokens that a turn reserves at its client's limits, and the error for a refused one.
@Suite(.timeLimit(.minutes(1))) struct TokenReservationTests {
    private static let english = """
        The server keeps the keys of the services, and the apps never see them. When a person asks a question, the app sends it to the \
        server, which chooses a model, reserves the tokens that the answer may use, and streams the answer back word by word.
        """
    private static let japanese = "サーバーはサービスの鍵を預かり、アプリには見せません。質問が届くと、モデルを選び、答えを一語ずつ返します。"

    /// The ratios that tokenizers are known for: English about four characters a token, Japanese 0.7 to 1.1 tokens a character.
    ///
    /// The
    /// estimate is not below the least of them, and not above twice the greatest.
    @Test(
        arguments: [
            (english, 0.20, 0.30), (japanese, 0.7, 1.1),
            ("{\"city\":\"Kyoto\",\"days\":[1,2,3],\"unit\":\"celsius\"}", 0.25, 0.5),
            ("Сервер хранит ключи служб, и приложения их не видят.", 0.25, 0.5),
            ("서버는 서비스의 키를 보관하고 앱은 그것을 보지 못합니다.", 0.5, 1.0),
        ]
    )
    func theEstimateFollowsTheKnownRatios(text: String, least: Double, most: Double) {
        let ratio = Double(TokenEstimator.reserving.tokenCount(of: text)) / Double(text.unicodeScalars.count)
        #expect(ratio >= least && ratio <= 2 * most, "\(ratio)")
    }

    @Test(arguments: [(0, 0), (1, 1), (3, 1), (4, 2), (Int.max, Int.max / 3 + 1)])
    func bytesAreAThirdAsManyTokens(bytes: Int, tokens: Int) {
        #expect(TokenEstimator.tokenCount(ofBytes: bytes) == tokens)
    }

    private func request(_ text: String, limit: Int?) -> RunRequest {
        var turn = TurnRequest(dialect: .native, input: [.text(text)], conversation: .new)
        turn.sampling.maximumOutputTokens = limit
        return .turn(turn)
    }

    /// Returns the tokens that a turn reserves while its model works.
    private func reserved(_ text: String, limit: Int?) async throws -> Int {
        let client = Principal.alice(ClientLimits(tokensPerDay: 1_000_000))
        let model = GatedModel()
        return try await LimitedRuntime.with(model, outputLimit: 8192) { trial in
            let reader = try await trial.runtime.start(request(text, limit: limit), client: client)
            let tokens = try await trial.books(of: client).tokens
            model.open()
            _ = try await reader.outcome()
            return tokens
        }
    }

    @Test func aTurnReservesItsEstimateAndItsOwnOutputLimit() async throws {
        let plain = try await reserved("hello", limit: nil)
        // The words of the server itself are some hundred tokens.
        #expect((8192 + 100...8192 + 1000).contains(plain), "\(plain)")
        // The member with the limit has some tokens too.
        let (one, many) = try await (reserved("hello", limit: 1), reserved("hello", limit: 100_000))
        #expect(
            (plain - 8191...plain - 8191 + 16).contains(one) && (plain...plain + 16).contains(many),
            "\(one), \(many)"
        )
        let long = try await reserved(String(repeating: "word ", count: 1000), limit: nil)
        #expect((1000...2000).contains(long - plain), "\(long - plain)")
    }

    @Test func aSmallDayIsUsedUpByTurnsThatLimitTheirAnswers() async throws {
        let client = Principal.alice(ClientLimits(tokensPerDay: 5000))
        let model = ScriptedModel(Array(repeating: .text(["Hello"]), count: 100))
        try await LimitedRuntime.with(model, outputLimit: 8192) { trial in
            let refusal = await #expect(throws: Problem.self) {
                try await trial.runtime.start(request("hello", limit: nil), client: client)
            }
            let detail = try #require(refusal?.detail)
            // The remedy works: the number that it names fits.
            let words = detail.split(separator: " ")
            let place = try #require(words.firstIndex(of: "Limit"))
            let fitting = try #require(Int(words[place + 4]))
            #expect(refusal?.kind == .budgetExceeded && detail.contains("Or ask the operator for a limit of at least"))
            _ = try await trial.runtime.start(request("hello", limit: fitting), client: client).outcome()
            var turns = 1
            while (try? await trial.runtime.start(request("hello", limit: 100), client: client).outcome()) != nil {
                turns += 1
            }
            let used = try await trial.books(of: client).tokens
            #expect(turns > 2 && used > 3500 && used <= 5000, "\(turns) turns, \(used) tokens")
        }
    }

    /// A person who leaves early has sent the question all the same, and no more than it.
    @Test func aTurnThatIsCutOffIsChargedByTheEstimate() async throws {
        let client = Principal.alice(ClientLimits(tokensPerDay: 1_000_000))
        let model = GatedModel()
        try await LimitedRuntime.with(model, outputLimit: 8192) { trial in
            let text = String(repeating: "word ", count: 2000)
            let reader = try await trial.runtime.start(request(text, limit: nil), client: client)
            await model.called()
            try await trial.runtime.cancel(reader.run, owner: client.owner)
            _ = try? await reader.outcome()
            await trial.runtime.runs.drained()
            let used = try await trial.books(of: client).tokens
            #expect((2000...4500).contains(used), "\(used)")
            // The operator sees what the client sees.
            let shown = try #require(try await trial.runtime.listings.run(reader.run))
            guard case .cancelled(_, let own) = try await RunOutcome(of: reader.run, in: trial.store).ending else {
                Issue.record("it was not cancelled")
                return
            }
            #expect(shown.inputTokens == own.inputTokens && shown.outputTokens == own.outputTokens)
            #expect(own.inputTokens + own.outputTokens == used)
        }
    }
}
