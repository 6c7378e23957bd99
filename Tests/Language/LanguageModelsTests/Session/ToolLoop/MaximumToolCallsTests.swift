import Synchronization
import Testing

@testable import LanguageModels

/// The limit of the calls that a session makes in one turn.
@Suite(.timeLimit(.minutes(1))) struct MaximumToolCallsTests {
    /// Returns a session of a model that makes some calls of the stock in each round, and then answers with their outputs.
    private static func session(
        _ rounds: [[String]],
        limit: Int?,
        fault: @escaping @Sendable (ToolFault) -> String = { $0.description }
    ) -> LanguageModelSession {
        let calling = rounds.map { ids -> ScriptedModel.Round in
            { _, channel in
                for id in ids { await ScriptedModel.send(call: id, "stock", #"{"item":"\#(id)"}"#, to: channel) }
            }
        }
        var configuration = LanguageModelSession.Configuration(toolFaultText: fault)
        configuration.maximumToolCalls = limit
        return LanguageModelSession(
            model: ScriptedModel(calling + [Household.readingOut]),
            tools: Household.tools(),
            transcript: Transcript(),
            configuration: configuration
        )
    }

    /// The calls of each round, the limit, and the ids of the calls that are made.
    @Test(
        arguments: [
            ([["a", "b"], ["c"]], nil, ["a", "b", "c"]), ([["a", "b"], ["c"]], 3, ["a", "b", "c"]),
            ([["a", "b"], ["c"]], 2, ["a", "b"]), ([["a", "b", "c"]], 1, ["a"]),
            ([["a"], ["b"], ["c", "d"]], 3, ["a", "b", "c"]), ([["a"], ["b"]], 0, []),
        ] as [([[String]], Int?, [String])]
    )
    func furtherCallsAreAnsweredWithAFault(rounds: [[String]], limit: Int?, made: [String]) async throws {
        let session = Self.session(rounds, limit: limit) { fault in
            if case .tooManyCalls(let limit) = fault { "limit \(limit)" } else { "?" }
        }
        let errors = Mutex<[String]>([])
        let turn = try await session.turn(Prompt("go")) { event in
            if case .toolFinished(let outcome) = event, outcome.isError {
                errors.withLock { $0.append(outcome.call.id) }
            }
        }
        let ids = rounds.flatMap(\.self)
        let expected = ids.map { made.contains($0) ? "\($0): 12 \($0)" : "\($0): limit \(limit ?? -1)" }
        #expect(turn.response.segments.text == expected.joined(separator: "; "))
        #expect(Set(errors.withLock { $0 }) == Set(ids).subtracting(made))
    }

    /// Each turn has the whole limit.
    @Test func aTurnStartsAnew() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(("a", "stock", #"{"item":"tea"}"#)), ScriptedModel.text("one"),
            ScriptedModel.calls(("b", "stock", #"{"item":"tea"}"#)), Household.readingOut,
        ])
        var configuration = LanguageModelSession.Configuration()
        configuration.maximumToolCalls = 1
        let session = LanguageModelSession(
            model: model,
            tools: Household.tools(),
            transcript: Transcript(),
            configuration: configuration
        )
        try await session.respond(to: "go")
        #expect(try await session.respond(to: "again").content == "a: 12 tea; b: 12 tea")
    }

    /// The calls that the client makes, and those that wait for a person, do not count.
    @Test func callsThatWaitDoNotCount() async throws {
        var configuration = LanguageModelSession.Configuration()
        configuration.maximumToolCalls = 1
        let session = LanguageModelSession(
            model: Household.model(),
            tools: Household.tools(),
            transcript: Transcript(),
            configuration: configuration
        )
        let made = Mutex<[Bool]>([])
        let turn = try await session.turn(Prompt("go")) { event in
            if case .toolFinished(let outcome) = event { made.withLock { $0.append(!outcome.isError) } }
        }
        #expect(turn.pendingCalls.map(\.id) == ["c", "d"] && made.withLock { $0 } == [true])
    }

    @Test func theFaultNamesTheLimit() {
        #expect(ToolFault.tooManyCalls(limit: 3).description.contains("only 3 tool calls"))
    }
}
