import FoundationEssentials
import StreamingJSON
import Testing

@testable import LanguageModels

/// For any output of a model, the session neither crashes nor hangs: it answers the model or throws an error with the
/// reason.
@Suite(.timeLimit(.minutes(1))) struct AdversarialModelTests {
    private static let deep = String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_000)

    @Test(arguments: [
        deep,
        String(repeating: "[", count: 100_000),
        #"{"item":"# + "\"\u{0}\"}",
        #"{"item":"\ud800"}"#,
        #"{"item":["apples"]}"#,
        #"{"item":1e999}"#,
        #"{"Item":"apples"}"#,
        "null", "[]", "\u{FEFF}{}", "{}{}", #"{"item":"apples"}}"#,
        String(repeating: "x", count: 1_000_000),
    ])
    func argumentsThatDoNotFitAreAnsweredAndTheTurnContinues(arguments: String) async throws {
        let model = ScriptedModel([
            { _, channel in await ScriptedModel.send(call: "1", "stock", arguments, to: channel) },
            ScriptedModel.text("sorry"),
        ])
        let session = LanguageModelSession(model: model, tools: [Household.Stock()])
        let response = try await session.respond(to: "go")
        #expect(response.content == "sorry")
        let outputs = response.transcriptEntries.compactMap { entry in
            if case .toolOutput(let output) = entry { output.segments.text } else { nil }
        }
        #expect(outputs.count == 1)
        #expect(outputs[0].hasPrefix("The arguments do not fit stock: "))
        // The stored transcript can be read back.
        let stored = session.transcript.jsonValue.serialized()
        #expect(try Transcript(jsonValue: JSONValue(parsing: stored)) == session.transcript)
    }

    @Test func extraPropertiesAreIgnored() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(("1", "stock", #"{"item":"apples","n":123456789012345678901234567890,"item2":{}}"#)),
            Household.readingOut,
        ])
        let session = LanguageModelSession(model: model, tools: [Household.Stock()])
        #expect(try await session.respond(to: "go").content == "1: 12 apples")
    }

    @Test func callsWithoutIdsAndWithRepeatedIdsAreAnsweredOnceEach() async throws {
        let model = ScriptedModel([
            { _, channel in
                await ScriptedModel.send(call: "", "stock", #"{"item":"a"}"#, to: channel)
                await ScriptedModel.send(call: "1", "stock", #"{"item":"#, to: channel)
                await ScriptedModel.send(call: "1", "other", #""b"}"#, to: channel)
            },
            ScriptedModel.text("done"),
        ])
        let session = LanguageModelSession(model: model, tools: [Household.Stock()])
        let response = try await session.respond(to: "go")
        let outputs = response.transcriptEntries.compactMap { entry in
            if case .toolOutput(let output) = entry { output } else { nil }
        }
        #expect(outputs.map(\.segments.text) == ["12 a", "12 b"])
        #expect(!outputs[0].id.isEmpty)
        #expect(session.transcript.unansweredCalls.isEmpty)
    }

    @Test func equalIdsInTwoRoundsDoNotMixTheRounds() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(("call_0", "stock", #"{"item":"a"}"#)),
            ScriptedModel.calls(("call_0", "contacts", "{}")),
            Household.readingOut,
        ])
        let session = LanguageModelSession(model: model, tools: Household.tools())
        let turn = try await session.turn(Prompt("go")) { _ in }
        #expect(turn.pendingCalls.map(\.call.toolName) == ["contacts"])
        var output = Household.output("Ann")
        output.id = "call_0"
        #expect(try await session.resume(outputs: [output]).content == "call_0: 12 a; call_0: Ann")
    }

    @Test func anEndlessAnswerIsStopped() async throws {
        let model = ScriptedModel([
            { _, channel in
                while !Task.isCancelled {
                    await channel.send(.response(action: .appendText(String(repeating: "x", count: 1000))))
                }
            }
        ])
        let session = LanguageModelSession(
            model: model,
            transcript: Transcript(),
            configuration: .init(maximumRoundBytes: 100_000)
        )
        await #expect(throws: LanguageModelSession.TurnError.answerTooLong(limit: 100_000)) {
            try await session.respond(to: "go")
        }
        #expect(!session.isResponding)
    }

    @Test func tooManyCallsStopTheTurnBeforeAnyIsRun() async throws {
        let model = ScriptedModel([
            { _, channel in
                for number in 0..<1000 {
                    await ScriptedModel.send(call: "\(number)", "delete", #"{"item":"dust"}"#, to: channel)
                }
            }
        ])
        let session = LanguageModelSession(
            model: model,
            tools: Household.tools { Issue.record("a call was made") }
        )
        await #expect(throws: LanguageModelSession.TurnError.tooManyToolCalls(limit: 128)) {
            try await session.respond(to: "go")
        }
    }

    @Test(arguments: [Int.max, Int.min, -1])
    func implausibleTokenCountsAreHarmless(count: Int) async throws {
        let round: ScriptedModel.Round = { _, channel in
            await channel.send(.response(action: .appendText("x")))
            await channel.send(
                .response(
                    action: .updateUsage(
                        input: .init(totalTokenCount: count, cachedTokenCount: count),
                        output: .init(totalTokenCount: count, reasoningTokenCount: count)
                    )
                )
            )
        }
        let session = LanguageModelSession(
            model: ScriptedModel([round, round]),
            transcript: Transcript(),
            configuration: .init(contextWindow: ContextWindow(size: 4096))
        )
        try await session.respond(to: "go")
        try await session.respond(to: "go")
        #expect(session.usage.totalTokenCount == (count == .max ? .max : 0))
    }

    @Test func anExecutorWithoutEventsResultsInAnEmptyAnswer() async throws {
        let session = LanguageModelSession(model: ScriptedModel([{ _, _ in }]))
        #expect(try await session.respond(to: "go").content.isEmpty)
        #expect(session.transcript.map(\.kind) == ["prompt", "response"])
    }
}
