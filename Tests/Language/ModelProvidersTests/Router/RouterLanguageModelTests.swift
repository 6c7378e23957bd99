import FoundationEssentials
import LanguageModels
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import ModelProviders

/// The router over models behind stand-ins.
@Suite(.timeLimit(.minutes(1))) struct RouterLanguageModelTests {
    private func chat(
        _ server: OpenAIStandIn,
        timeouts: HTTPTimeouts = OpenAIChatLanguageModel.defaultTimeouts
    ) -> OpenAIChatLanguageModel {
        OpenAIChatLanguageModel("m", baseURL: server.baseURL, timeouts: timeouts, client: HTTPClient(), keys: { nil })
    }

    private func name(_ metadata: [String: GeneratedContent]) -> String? {
        try? metadata[RouterLanguageModel.metadataKey]?.value(String.self)
    }

    /// A model that sends scripted events, without metadata of its own.
    private struct Bare: LanguageModel {
        let capabilities = LanguageModelCapabilities([.toolCalling])
        let executorConfiguration = 0
        var events: [LanguageModelExecutorGenerationChannel.Event]
        var error: ModelProviderError?

        struct Executor: LanguageModelExecutor {
            init(configuration: Int) {}

            func respond(
                to request: LanguageModelExecutorGenerationRequest,
                model: Bare,
                streamingInto channel: LanguageModelExecutorGenerationChannel
            ) async throws {
                for event in model.events { await channel.send(event) }
                if let error = model.error { throw error }
            }
        }
    }

    /// The start of a call counts as content, even before its arguments: no other model is asked then.
    @Test func afterTheStartOfACallNoOtherModelIsAsked() async throws {
        let error = ModelProviderError(.upstreamFault, "It broke off.")
        let call = LanguageModelExecutorGenerationChannel.Event.toolCalls(
            action: .toolCall(id: "1", name: "find", action: .appendArguments(""))
        )
        let router = RouterLanguageModel(
            RoutedModel("first", Bare(events: [call], error: error)),
            [RoutedModel("second", Bare(events: [call]))]
        )
        let tool = ExternalTool(
            name: "find",
            description: "Finds",
            parameters: GenerationSchema(jsonSchema: ["type": "object"]),
            streamsCalls: true
        )
        let told = Mutex(0)
        await #expect(throws: ModelProviderError.self) {
            try await LanguageModelSession(model: router, tools: [tool]).turn(Prompt("Well?")) { event in
                if case .callDelta = event { told.withLock { $0 += 1 } }
            }
        }
        #expect(told.withLock { $0 } == 1)
    }

    @Test func theAnswerNamesItsModel() async throws {
        try await OpenAIStandIn.with(script: { _ in .text("Yes.") }) { server in
            let router = RouterLanguageModel(RoutedModel("openai:m", chat(server)))
            let turn = try await LanguageModelSession(model: router).turn(Prompt("Well?")) { _ in }
            #expect(turn.response.segments.text == "Yes.")
            #expect(name(turn.response.metadata) == "openai:m")
            // The metadata of the model stays beside that of the router.
            #expect(turn.response.metadata["finish_reason"] == GeneratedContent("stop"))
            #expect(turn.usage.input.totalTokenCount == 53)
        }
    }

    @Test(arguments: [true, false]) func anAnswerWithoutMetadataIsNamedToo(isEmpty: Bool) async throws {
        let events: [LanguageModelExecutorGenerationChannel.Event] =
            isEmpty ? [] : [.response(entryID: "r", action: .appendText("Yes."))]
        let router = RouterLanguageModel(RoutedModel("bare", Bare(events: events)))
        let turn = try await LanguageModelSession(model: router).turn(Prompt("Well?")) { _ in }
        #expect(name(turn.response.metadata) == "bare")
    }

    @Test func eventsOfAFailedModelAreDropped() async throws {
        // Anthropic counts tokens before the first word: a fault after that count is still before the answer.
        let stream = """
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":999,"output_tokens":1}}}

            event: error
            data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}


            """
        try await AnthropicStandIn.with(script: { _ in .failure(.eventStream([.init(stream)])) }) { first in
            try await OpenAIStandIn.with(script: { _ in .text("Yes.") }) { second in
                let anthropic = AnthropicLanguageModel("m", baseURL: first.baseURL, client: HTTPClient(), keys: { nil })
                let router = RouterLanguageModel(
                    RoutedModel("anthropic:m", anthropic),
                    [RoutedModel("openai:m", chat(second))]
                )
                let turn = try await LanguageModelSession(model: router).turn(Prompt("Well?")) { _ in }
                #expect(name(turn.response.metadata) == "openai:m")
                #expect(turn.usage.input.totalTokenCount == 53)
                #expect(first.requests.count == 1)
            }
        }
    }

    @Test func aModelThatFailedRestsAndIsTriedAgain() async throws {
        let isWell = Mutex(false)
        let now = Mutex(ContinuousClock.now)
        try await OpenAIStandIn.with(script: { _ in
            isWell.withLock { $0 } ? .text("first") : Dialect.chat.failure(503)
        }) { first in
            try await OpenAIStandIn.with(script: { _ in .text("second") }) { second in
                let router = RouterLanguageModel(
                    [RoutedModel("a", chat(first)), RoutedModel("b", chat(second))],
                    now: { now.withLock { $0 } },
                    wait: { _ in }
                )
                var answers: [String] = []
                for round in 0..<3 {
                    // In the second round the model still rests; in the third its rest is over.
                    if round == 2 { now.withLock { $0 += .seconds(2) } }
                    answers.append(try await LanguageModelSession(model: router).respond(to: "Well?").content)
                    isWell.withLock { $0 = true }
                }
                #expect(answers == ["second", "second", "first"])
                #expect(first.requests.count == 2)
                #expect(second.requests.count == 2)
            }
        }
    }

    @Test func whenAllRestTheyAreAskedAllTheSame() async throws {
        try await OpenAIStandIn.with(script: { _ in Dialect.chat.failure(500) }) { server in
            let router = RouterLanguageModel(RoutedModel("a", chat(server)), [RoutedModel("b", chat(server))])
            for round in 1...2 {
                await #expect(throws: ModelProviderError.self) {
                    try await LanguageModelSession(model: router).respond(to: "Well?")
                }
                #expect(server.requests.count == round * 2)
            }
        }
    }

    @Test(arguments: Dialect.allCases) func aBreakInTheMiddleIsAnErrorAndNoSecondAnswer(dialect: Dialect) async throws {
        try await dialect.with(script: { _ in .text("It is", thenError: "Sorry!") }) { model, _ in
            try await OpenAIStandIn.with(script: { _ in .text("second") }) { second in
                let router = RouterLanguageModel(RoutedModel("a", model), [RoutedModel("b", chat(second))])
                let session = LanguageModelSession(model: router)
                let heard = Mutex("")
                await #expect(throws: ModelProviderError.self) {
                    _ = try await session.turn(Prompt("Well?")) { event in
                        if case .textDelta(let text) = event { heard.withLock { $0 += text } }
                    }
                }
                #expect(heard.withLock { $0 } == "It is")
                #expect(second.requests.isEmpty)
            }
        }
    }

    @Test func theLoserOfAHedgeIsClosedAtOnce() async throws {
        let never = StandInGate()
        let delayIsOver = StandInGate()
        defer { never.open() }
        let slow: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.text("slow")
            reply.misbehavior = .hold(never)
            return reply
        }
        try await OpenAIStandIn.with(script: slow) { first in
            try await OpenAIStandIn.with(script: { _ in .text("fast") }) { second in
                let router = RouterLanguageModel(
                    [RoutedModel("a", chat(first)), RoutedModel("b", chat(second))],
                    hedgeAfter: .seconds(5),
                    now: { .now },
                    wait: { delay in
                        #expect(delay == .seconds(5))
                        await delayIsOver.wait()
                    }
                )
                async let turn = LanguageModelSession(model: router).turn(Prompt("Well?")) { _ in }
                for await event in first.events() {
                    if case .received = event { break }
                }
                #expect(second.requests.isEmpty)
                delayIsOver.open()
                let response = try await turn.response
                #expect(response.segments.text == "fast")
                #expect(name(response.metadata) == "b")
                for await event in first.events() {
                    if case .closedByPeer = event { break }
                }
                #expect(first.requests.count == 1)
                #expect(second.requests.count == 1)
            }
        }
    }

    @Test func cancellationClosesAllCalls() async throws {
        let never = StandInGate()
        let delayIsOver = StandInGate()
        defer { never.open() }
        delayIsOver.open()
        let silent: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.text("slow")
            reply.misbehavior = .hold(never)
            return reply
        }
        try await OpenAIStandIn.with(script: silent) { first in
            try await OpenAIStandIn.with(script: silent) { second in
                let router = RouterLanguageModel(
                    [RoutedModel("a", chat(first)), RoutedModel("b", chat(second))],
                    hedgeAfter: .seconds(5),
                    now: { .now },
                    wait: { _ in await delayIsOver.wait() }
                )
                // An unstructured task that the test cancels.
                let turn = Task { try await LanguageModelSession(model: router).respond(to: "Well?").content }
                for server in [first, second] {
                    for await event in server.events() {
                        if case .received = event { break }
                    }
                }
                turn.cancel()
                await #expect(throws: CancellationError.self) { try await turn.value }
                for server in [first, second] {
                    for await event in server.events() {
                        if case .closedByPeer = event { break }
                    }
                }
            }
        }
    }

    private struct Weather: Tool {
        let name = "get_weather"
        let description = "Current weather"
        let parameters = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        ])

        func call(arguments: GeneratedContent) async throws -> String { "12.4 °C" }
    }

    @Test(arguments: Dialect.allCases.flatMap { first in Dialect.allCases.map { (first, $0) } })
    func aTurnContinuesInAnotherDialect(first: Dialect, second: Dialect) async throws {
        // The first model thinks and calls a tool, then fails: the second continues from that transcript.
        let opening: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return first.failure(503) }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("Hm.", seal: "c2VhbA=="), .toolCalls([call], interleaved: false)])
        }
        let closing: OpenAIStandIn.Script = { request in
            .text("Oslo: " + request.toolOutputs.map(\.text).joined())
        }
        try await first.with(script: opening) { one, _ in
            try await second.with(script: closing) { two, standIn in
                let router = RouterLanguageModel(RoutedModel("a", one), [RoutedModel("b", two)])
                let session = LanguageModelSession(model: router, tools: [Weather()])
                let turn = try await session.turn(Prompt("Weather?")) { _ in }
                #expect(turn.response.segments.text == "Oslo: 12.4 °C")
                #expect(name(turn.response.metadata) == "b")
                let body = String(decoding: try #require(standIn.requests.first).body, as: UTF8.self)
                // A thought that the first model sealed is not sent to the second.
                #expect(!body.contains("c2VhbA"))
                #expect(!body.contains("Hm."))
            }
        }
    }

    @Test func aModelSeesItsOwnThoughtsAgain() async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("12.4 °C.") }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("Hm.", seal: "c2VhbA=="), .toolCalls([call], interleaved: false)])
        }
        try await Dialect.anthropic.with(script: script) { model, standIn in
            let router = RouterLanguageModel(RoutedModel("a", model))
            _ = try await LanguageModelSession(model: router, tools: [Weather()]).respond(to: "Weather?")
            let body = String(decoding: try #require(standIn.requests.last).body, as: UTF8.self)
            #expect(body.contains("c2VhbA=="))
        }
    }
}

/// The parts of a transcript that only one model may read.
@Suite struct ReadableTranscriptTests {
    private static let key = RouterLanguageModel.metadataKey

    private static let transcript = Transcript(entries: [
        .prompt(.init(id: "p", segments: [])),
        .reasoning(.init(id: "t1", metadata: [key: "a", "anthropic": "thinking"], segments: [], signature: Data([1]))),
        .reasoning(.init(id: "t2", metadata: ["anthropic": "thinking"], segments: [], signature: Data([2]))),
        .toolCalls(
            .init(
                id: "c",
                [
                    .init(
                        id: "1",
                        metadata: [key: "a", "gemini_thought_signature": "s"],
                        toolName: "f",
                        arguments: GeneratedContent("x")
                    )
                ]
            )
        ),
        .response(.init(id: "r", metadata: [key: "a", "gemini_thought_signature": "s"], segments: [])),
    ])

    @Test func aModelSeesAllThatIsItsOwn() { #expect(Self.transcript.readable(by: "a") == Self.transcript) }

    @Test func anotherModelSeesTextAndCalls() {
        let seen = Self.transcript.readable(by: "b")
        #expect(seen.map(\.id) == ["p", "t2", "c", "r"])
        guard case .toolCalls(let calls) = seen[2], case .response(let response) = seen[3] else {
            Issue.record("The entries are not what they were.")
            return
        }
        #expect(calls.map(\.toolName) == ["f"])
        #expect(calls.allSatisfy { $0.metadata.isEmpty })
        #expect(response.metadata.isEmpty)
    }
}
