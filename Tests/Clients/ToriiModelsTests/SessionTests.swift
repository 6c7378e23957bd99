import Foundation
import LanguageModels
import StreamingJSON
import Synchronization
import Testing

@testable import ToriiClient
@testable import ToriiModels

/// Sessions whose model is a Torii server.
@Suite(.timeLimit(.minutes(2))) struct SessionTests {
    @Generable struct Trip: Equatable {
        var city: String
        var days: Int
    }

    struct FindPeople: Tool {
        let name = "findPeople"
        let description = "Finds the people who are born in a month"

        @Generable struct Arguments { var month: Int }

        func call(arguments: Arguments) async throws -> String { "Naomi in \(arguments.month)" }
    }

    /// A tool with the name of one of the server's.
    struct SearchWeb: Tool {
        let name = "searchWeb"
        let description = "Searches"

        @Generable struct Arguments { var query: String }

        func call(arguments: Arguments) async throws -> String { "Nothing about \(arguments.query)" }
    }

    private static func model(
        _ responses: ScriptedResponses,
        approve: RunOptions.ApprovalHandler? = nil
    ) -> ToriiLanguageModel {
        ToriiLanguageModel(ToriiService(responses.exchange), model: "m", approve: approve)
    }

    @Test func anAnswerHasItsTextUsageAndReasoning() async throws {
        let responses = ScriptedResponses([.answer("run_1", "Os", "lo")])
        let session = LanguageModelSession(model: Self.model(responses), instructions: "Be brief.")
        let response = try await session.respond(
            to: "Which?",
            options: GenerationOptions(temperature: 0.5, maximumResponseTokens: 99)
        )
        #expect(response.content == "Oslo")
        #expect(response.usage.input.totalTokenCount == 20)
        #expect(response.usage.input.cachedTokenCount == 8)
        #expect(response.usage.output.reasoningTokenCount == 4)
        let reasoning = session.transcript.compactMap {
            if case .reasoning(let entry) = $0 { entry.segments.text } else { nil }
        }
        #expect(reasoning == ["Let me see."])
        // The server reads the request as it was meant.
        let body = try #require(try responses.bodies().first)
        let read = try ResponsesRequest(jsonValue: body)
        #expect(read.ignored.isEmpty)
        #expect(read.turn.input == [.text("Be brief.", from: .developer), .text("Which?")])
        #expect(read.turn.model == "m")
        #expect(read.turn.sampling.temperature == 0.5)
        #expect(read.turn.sampling.maximumOutputTokens == 99)
        #expect(read.turn.conversation == .new)
        #expect(read.turn.tools == nil)
    }

    /// The answer is the same wherever the connection breaks.
    @Test func aCutAfterAnyByteLosesNothing() async throws {
        var length = 0
        repeat {
            let responses = ScriptedResponses([.answer("run_1", "O", "sl", "ö日")])
            responses.cut(after: length)
            let session = LanguageModelSession(model: Self.model(responses))
            #expect(try await session.respond(to: "Which?").content == "Oslö日", "after \(length) bytes")
            if responses.requests.count == 1 { break }
            length += 7
        } while true
        #expect(length > 1000)
    }

    @Test func aTurnFollowsTheResponseBefore() async throws {
        let responses = ScriptedResponses([.answer("run_1", "One"), .answer("run_2", "Two"), .answer("run_3", "Three")])
        let session = LanguageModelSession(model: Self.model(responses), instructions: "Be brief.")
        for prompt in ["a", "b", "c"] { _ = try await session.respond(to: prompt) }
        let bodies = try responses.bodies()
        #expect(bodies.map { $0["previous_response_id"]?.stringValue } == [nil, "resp_1", "resp_2"])
        #expect(bodies.map { $0["input"]?.arrayValue?.count } == [1, 1, 1])
        #expect(bodies.allSatisfy { $0["instructions"] == "Be brief." })
    }

    @Test func aTranscriptThatWasStoredIsContinued() async throws {
        let responses = ScriptedResponses([.answer("run_1", "One"), .answer("run_2", "Two")])
        let model = Self.model(responses)
        let session = LanguageModelSession(model: model)
        _ = try await session.respond(to: "a")
        let stored = try JSONEncoder().encode(session.transcript)
        let restored = LanguageModelSession(
            model: model,
            transcript: try JSONDecoder().decode(Transcript.self, from: stored)
        )
        _ = try await restored.respond(to: "b")
        #expect(try responses.bodies().last?["previous_response_id"] == "resp_1")
    }

    @Test func aChangedHistoryIsSentWhole() async throws {
        let responses = ScriptedResponses([.answer("run_1", "One"), .answer("run_2", "Two")])
        let model = Self.model(responses)
        let session = LanguageModelSession(model: model)
        _ = try await session.respond(to: "a")
        var entries = Array(session.transcript)
        entries[0] = .prompt(.init(segments: [.text(.init(content: "another"))]))
        let changed = LanguageModelSession(model: model, transcript: Transcript(entries: entries))
        _ = try await changed.respond(to: "b")
        let body = try #require(try responses.bodies().last)
        #expect(body["previous_response_id"] == nil)
        let read = try ResponsesRequest(jsonValue: body)
        #expect(read.turn.input == [.text("another"), .text("One", from: .assistant), .text("b")])
    }

    @Test func aForgottenResponseIsReplacedByTheWholeHistory() async throws {
        let first = ScriptedResponses([.answer("run_1", "One")])
        let session = LanguageModelSession(model: Self.model(first))
        _ = try await session.respond(to: "a")
        // Another server at the same address, which knows nothing of the first one's responses.
        let second = ScriptedResponses([.answer("run_2", "Two")])
        let later = LanguageModelSession(model: Self.model(second), transcript: session.transcript)
        #expect(try await later.respond(to: "b").content == "Two")
        let bodies = try second.bodies()
        #expect(bodies.map { $0["previous_response_id"]?.stringValue } == ["resp_1", nil])
        #expect(bodies.map { $0["input"]?.arrayValue?.count } == [1, 3])
    }

    @Test func aToolOfTheSessionIsRunByIt() async throws {
        let arguments: JSONValue = ["month": 5]
        let responses = ScriptedResponses([
            .call("run_1", "findPeople", arguments),
            .answer("run_1", afterCallOf: "findPeople", arguments, "It is Naomi."), .answer("run_2", "Two"),
        ])
        let session = LanguageModelSession(model: Self.model(responses), tools: [FindPeople()])
        #expect(try await session.respond(to: "Who?").content == "It is Naomi.")
        _ = try await session.respond(to: "And?")
        let bodies = try responses.bodies()
        let read = try bodies.map { try ResponsesRequest(jsonValue: $0) }
        #expect(read[0].turn.clientTools.map(\.name) == ["findPeople"])
        #expect(read[0].turn.tools == nil)
        #expect(read[1].previousResponse == ResponseID(run: "run_1"))
        #expect(read[1].turn.input == [.toolOutput(call: "call_1_0", [.text("Naomi in 5")])])
        #expect(read[2].previousResponse == ResponseID(run: "run_1", after: 1))
        #expect(
            session.transcript.map(\.kind) == [
                "instructions", "prompt", "toolCalls", "toolOutput", "response", "prompt", "reasoning", "response",
            ]
        )
    }

    @Test func aToolOfTheSessionReplacesOneOfTheServer() async throws {
        let responses = ScriptedResponses([.answer("run_1", "One"), .answer("run_2", "Two")])
        let session = LanguageModelSession(model: Self.model(responses), tools: [SearchWeb()])
        for prompt in ["a", "b"] { _ = try await session.respond(to: prompt) }
        let bodies = try responses.bodies()
        #expect(bodies.map { $0["torii"] } == [["tools": []], ["tools": []]])
        // The server's tools are requested once.
        #expect(responses.requests.count { $0.url.hasSuffix("/v1/tools") } == 1)
    }

    @Test(
        arguments: [
            (ApprovalDecision.approve, ["approve": true] as JSONObject),
            (.reject(reason: "No"), ["approve": false, "reason": "No"]),
        ] as [(ApprovalDecision, JSONObject)]
    )
    func aPersonDecides(decision: ApprovalDecision, item: JSONObject) async throws {
        let responses = ScriptedResponses(ScriptedResponses.Script.approval("run_1", "Done."))
        let asked = Mutex<[String]>([])
        let model = Self.model(responses) { action in
            asked.withLock { $0.append(action.text) }
            return decision
        }
        let response = try await LanguageModelSession(model: model).respond(to: "Delete it")
        // The question is for the person, and no part of the answer.
        #expect(response.content == "Done.")
        #expect(asked.withLock { $0 } == ["Delete the lamp?"])
        let body = try #require(try responses.bodies().last)
        var expected: JSONObject = ["type": "mcp_approval_response", "approval_request_id": "mcpr_1_s0"]
        for (name, value) in item { expected[name] = value }
        #expect(body["input"] == [.object(expected)])
        #expect(body["previous_response_id"] == "resp_1")
    }

    @Test func withoutAPersonACallIsRejected() async throws {
        let responses = ScriptedResponses(ScriptedResponses.Script.approval("run_1", "I may not."))
        let response = try await LanguageModelSession(model: Self.model(responses)).respond(to: "Delete it")
        #expect(response.content == "I may not.")
        #expect(try responses.bodies().last?["input"]?[0]?["approve"] == false)
    }

    @Test func aStructuredAnswerGrows() async throws {
        let responses = ScriptedResponses([.value("run_1", #"{"city":"Kyo"#, #"to","days":"#, "5}")])
        let session = LanguageModelSession(model: Self.model(responses))
        var cities: [String?] = []
        let stream = session.streamResponse(to: "Where?", generating: Trip.self)
        for try await snapshot in stream { cities.append(snapshot.content.city) }
        #expect(try await stream.collect().content == Trip(city: "Kyoto", days: 5))
        #expect(cities.contains("Kyo") && cities.last == "Kyoto")
        let body = try #require(try responses.bodies().first)
        #expect(body["text"]?["format"]?["name"] == "Trip")
        #expect(try ResponsesRequest(jsonValue: body).turn.responseFormat?.schema["properties"]?["days"] != nil)
    }

    private static func failure(_ kind: Problem.Kind) -> ScriptedResponses.Script {
        .ending("run_1", .failed(Problem(kind, detail: "for the test")))
    }

    @Test func failuresHaveTheSessionsNames() async throws {
        func error(_ script: ScriptedResponses.Script) async -> (any Error)? {
            do {
                _ = try await LanguageModelSession(model: Self.model(ScriptedResponses([script]))).respond(to: "a")
                return nil
            } catch {
                return error
            }
        }
        guard case .contextSizeExceeded? = await error(Self.failure(.conversationTooLong)) as? LanguageModelError,
            case .rateLimited? = await error(Self.failure(.rateLimited)) as? LanguageModelError,
            case .guardrailViolation? = await error(Self.failure(.refused)) as? LanguageModelError,
            case .timeout? = await error(Self.failure(.deadlineExceeded)) as? LanguageModelError
        else {
            Issue.record("a failure has another name")
            return
        }
        let failed = await error(Self.failure(.upstreamFailed)) as? ToriiError
        #expect(failed?.problem?.kind == .upstreamFailed)
        let interrupted = await error(.ending("run_1", .interrupted(Problem(.runInterrupted, detail: "stopped"))))
        #expect((interrupted as? ToriiError)?.problem?.kind == .runInterrupted)
        let canceled = await error(
            .ending("run_1", .cancelled(.replaced, usage: WireUsage(inputTokens: 1, outputTokens: 0)))
        )
        #expect((canceled as? ToriiError)?.code == .runCanceled)
        let refusal = await error(
            .ending(
                "run_1",
                .itemAdded(RunItem(number: 0, .message)),
                .refusalDelta(item: 0, text: "I will not."),
                .itemDone(item: 0),
                .answered(RunAnswer(text: "I will not.", isRefusal: true)),
                .completed(usage: WireUsage(inputTokens: 1, outputTokens: 1))
            )
        )
        guard case .refusal(let words)? = refusal as? LanguageModelError else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(words.explanationText == "I will not.")
        // The names of 26.
        let old = LanguageModelSession.GenerationError(
            await error(Self.failure(.conversationTooLong)) ?? CancellationError()
        )
        guard case .exceededContextWindowSize? = old else {
            Issue.record("\(String(describing: old))")
            return
        }
    }

    /// A repeated request would find the run that has failed.
    @Test func aRunThatFailedBeforeItsFirstOutputIsNotRepeated() async throws {
        let document = OpenAIErrorDocument(Problem(.upstreamFailed, detail: "no connection"), in: .indexed)
        let exchange = ScriptedExchange { _, _ in
            .init(
                status: document.status,
                headers: [
                    ExchangeField("Content-Type", "application/json"), ExchangeField("Torii-Run", "run_1"),
                ],
                pieces: [Array(document.jsonValue.serialized().utf8)]
            )
        }
        let session = LanguageModelSession(model: ToriiLanguageModel(ToriiService(exchange), serverTools: []))
        let error = await #expect(throws: ToriiError.self) { try await session.respond(to: "a") }
        #expect(error?.problem?.kind == .upstreamFailed)
        #expect(error?.problem?.run == "run_1")
        #expect(exchange.requests.count == 1)
    }

    @Test func localeAndTimeZoneAreHeaders() async throws {
        let responses = ScriptedResponses([.answer("run_1", "One")])
        _ = try await LanguageModelSession(model: Self.model(responses))
            .respond(to: "a", metadata: ["locale": "ja", "time_zone": "Asia/Tokyo"])
        let request = try #require(responses.requests.first)
        #expect(request.header("Accept-Language") == "ja")
        #expect(request.header("Torii-Time-Zone") == "Asia/Tokyo")
    }
}

extension Transcript.Entry {
    fileprivate var kind: String {
        switch self {
        case .instructions: "instructions"
        case .prompt: "prompt"
        case .toolCalls: "toolCalls"
        case .toolOutput: "toolOutput"
        case .response: "response"
        case .reasoning: "reasoning"
        }
    }
}

/// The forms of requests that are written as for Apple's framework.
@Suite(.timeLimit(.minutes(1))) struct FormTests {
    /// A server that returns the last prompt: as text, or in the `text` property if there is a schema.
    private static func echo(_ body: JSONValue, _ number: Int) -> ScriptedResponses.Script {
        let prompt = (body["input"]?.arrayValue ?? []).last?["content"]?[0]?["text"]?.stringValue ?? ""
        let run = "run_\(number)"
        guard body["text"] != nil else { return .answer(run, prompt) }
        return .value(run, JSONValue.object(["text": .string(prompt)]).serialized())
    }

    @Test func everyFormOfAsking() async throws {
        let responses = ScriptedResponses(echoing: Self.echo)
        let session = LanguageModelSession(model: ToriiLanguageModel(ToriiService(responses.exchange)))
        let texts = try await Forms.respondForText(session)
        #expect(texts == Array(repeating: "Greet", count: 9))
        let contents = try await Forms.respondBySchema(session)
        #expect(contents == Array(repeating: "Greet", count: 8))
        let values = try await Forms.respondByType(session)
        #expect(values == Array(repeating: "Greet", count: 8))
        let streamed = try await Forms.stream(session)
        #expect(streamed == Array(repeating: "Greet", count: 16))
    }
}
