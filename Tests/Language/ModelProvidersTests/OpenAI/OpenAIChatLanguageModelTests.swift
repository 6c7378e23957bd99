import Foundation
import KeyLeasing
import LanguageModels
import ModelProviders
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

/// The model behind a session, against a server that speaks the real wire format.
@Suite(.timeLimit(.minutes(1))) struct OpenAIChatLanguageModelTests {
    private static let key = "sk-test-0123456789"

    private func model(_ server: OpenAIStandIn, key: String? = nil) -> OpenAIChatLanguageModel {
        let lease = key.map { KeyLease(keyID: "key-1", secret: SecretString($0)) }
        return OpenAIChatLanguageModel(
            "stand-in",
            baseURL: server.baseURL,
            client: HTTPClient(),
            keys: { lease }
        )
    }

    /// A tool that records its arguments.
    private struct Weather: Tool {
        let name = "get_weather"
        let description = "Current weather"
        let parameters = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        ])

        func call(arguments: GeneratedContent) async throws -> String {
            "12.4 °C in \(try arguments.value(String.self, forProperty: "city"))"
        }
    }

    @Test func textStreamsAsItArrives() async throws {
        try await OpenAIStandIn.with(keys: [Self.key], script: { _ in .text("It is 12.4 °C in 東京.") }) { server in
            let session = LanguageModelSession(model: model(server, key: Self.key))
            var deltas: [String] = []
            let turn = try await session.turn(Prompt("Weather?")) { event in
                if case .textDelta(let text) = event { deltas.append(text) }
            }
            #expect(turn.response.segments.text == "It is 12.4 °C in 東京.")
            #expect(deltas.joined() == "It is 12.4 °C in 東京.")
            #expect(turn.usage.input.totalTokenCount == 53)
            #expect(turn.usage.output.totalTokenCount == ScriptedReply.text("It is 12.4 °C in 東京.").usage.completion)
            #expect(turn.response.metadata["finish_reason"] == GeneratedContent("stop"))
            let request = try #require(server.requests.first)
            #expect(request.path == "/v1/chat/completions")
            #expect(request.bearerToken == Self.key)
            #expect(request.header("Content-Type") == "application/json")
        }
    }

    @Test func toolsAreCalledAndTheirOutputsSentBack() async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else {
                return .text(request.toolOutputs.map(\.text).joined(separator: "; "))
            }
            return .toolCalls(
                [
                    .init("get_weather", arguments: #"{"city":"東京"}"#),
                    .init("get_weather", arguments: #"{"city":"Oslo"}"#),
                ],
                interleaved: true
            )
        }
        try await OpenAIStandIn.with(script: script) { server in
            let session = LanguageModelSession(model: model(server), tools: [Weather()])
            let turn = try await session.turn(Prompt("Weather?")) { _ in }
            #expect(turn.response.segments.text == "12.4 °C in 東京; 12.4 °C in Oslo")
            #expect(turn.usage.input.totalTokenCount == 120 + 53)
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { $0.header("Authorization") == nil })
            let second = try JSONValue(parsing: server.requests[1].body)
            #expect(second["messages"]?.arrayValue?.map { $0["role"] } == ["user", "assistant", "tool", "tool"])
        }
    }

    @Test func aStructuredAnswerAsksForItsSchema() async throws {
        try await OpenAIStandIn.with(script: { _ in .text(#"{"city":"Oslo"}"#) }) { server in
            let session = LanguageModelSession(model: model(server))
            let schema = GenerationSchema(jsonSchema: [
                "title": "Place", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
            ])
            let turn = try await session.turn(Prompt("Where?"), schema: schema) { _ in }
            guard case .structure(let segment) = turn.response.segments.first else {
                Issue.record("The answer is not structured.")
                return
            }
            #expect(try segment.content.value(String.self, forProperty: "city") == "Oslo")
            let body = try JSONValue(parsing: #require(server.requests.first).body)
            #expect(body["response_format"]?["json_schema"]?["name"] == "Place")
        }
    }

    @Test func connectionsAreKept() async throws {
        try await OpenAIStandIn.with(script: { _ in .text("Yes.") }) { server in
            let session = LanguageModelSession(model: model(server))
            for _ in 0..<3 {
                let answer = try await session.respond(to: "Well?")
                #expect(answer.content == "Yes.")
            }
            #expect(server.requests.count == 3)
            #expect(session.transcript.count == 6)
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reply: ScriptedReply
        var code: ModelProviderError.Code
    }

    static let faults: [Fault] = [
        Fault(testDescription: "401", reply: .failure(OpenAIStandIn.failure(401)), code: .unauthorized),
        Fault(testDescription: "404", reply: .failure(OpenAIStandIn.failure(404)), code: .modelNotFound),
        Fault(testDescription: "500", reply: .failure(OpenAIStandIn.failure(500)), code: .upstreamFault),
        Fault(testDescription: "quota", reply: .failure(OpenAIStandIn.outOfQuota), code: .outOfCredit),
        Fault(testDescription: "proxy page", reply: .failure(.html()), code: .upstreamFault),
        Fault(testDescription: "page with status 200", reply: .failure(.html(status: 200)), code: .notUnderstood),
        Fault(testDescription: "error in the stream", reply: .text("It is", thenError: "Sorry!"), code: .upstreamFault),
        Fault(
            testDescription: "stream without an end",
            reply: .failure(.eventStream([.init(#"data: {"choices":[{"delta":{"content":"It"}}]}"# + "\n\n")])),
            code: .truncatedStream
        ),
        Fault(testDescription: "empty stream", reply: .failure(.eventStream([])), code: .truncatedStream),
    ]

    @Test(arguments: faults) func faultsAreErrorsAndShowNothing(fault: Fault) async throws {
        try await OpenAIStandIn.with(script: { _ in fault.reply }) { server in
            let session = LanguageModelSession(model: model(server, key: Self.key))
            let error = await #expect(throws: ModelProviderError.self) { try await session.respond(to: "Well?") }
            #expect(error?.code == fault.code)
            let message = try #require(error?.message)
            #expect(message.contains("127.0.0.1:\(server.server.port)"))
            for hidden in ["sk-", "0123456789", "Sorry", "stand-in proxy", "platform.openai.com"] {
                #expect(!message.contains(hidden))
            }
            #expect(session.transcript.isEmpty)
        }
    }

    @Test func rateLimitsHaveAResetDate() async throws {
        try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(429, retryAfter: 30)) }) { server in
            do {
                try await LanguageModelSession(model: model(server)).respond(to: "Well?")
                Issue.record("There was an answer.")
            } catch LanguageModelError.rateLimited(let payload) {
                let wait = try #require(payload.resetDate).timeIntervalSinceNow
                #expect((20...30).contains(wait))
            }
        }
    }

    @Test func anAnswerInOnePieceIsUnderstood() async throws {
        let whole: JSONValue = try JSONValue(parsing: Fixture("openai_chat.json").bytes)
        try await OpenAIStandIn.with(script: { _ in .failure(.json(whole)) }) { server in
            let turn = try await LanguageModelSession(model: model(server)).turn(Prompt("Well?")) { _ in }
            #expect(turn.response.segments.text == "It is 12.4°C in 東京.")
            #expect(turn.usage.totalTokenCount == 62)
        }
    }

    @Test func aKeptConnectionThatEndsIsReplaced() async throws {
        // The body is one piece, so that the connection is free again as soon as the answer is complete.
        let whole: JSONValue = ["choices": [["message": ["content": "Yes."], "finish_reason": "stop"]]]
        try await OpenAIStandIn.with(script: { _ in .failure(.json(whole)) }) { server in
            let session = LanguageModelSession(model: model(server))
            _ = try await session.respond(to: "Well?")
            server.server.misbehave(.resetBeforeHeader)
            let answer = try await session.respond(to: "Really?")
            #expect(answer.content == "Yes.")
            #expect(server.requests.count == 3)
        }
    }

    @Test func cancellingClosesTheUpstreamCall() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in .init([.token("It"), .wait(.gate(gate)), .token(" is")]) }
        try await OpenAIStandIn.with(script: script) { server in
            let session = LanguageModelSession(model: model(server))
            let (deltas, source) = AsyncStream<String>.makeStream()
            let task = Task {
                try await session.turn(Prompt("Well?")) { event in
                    if case .textDelta(let text) = event { source.yield(text) }
                }
            }
            for await delta in deltas {
                #expect(delta == "It")
                break
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await server.server.ending(of: 1)?.kind == .closedByPeer)
            gate.open()
        }
    }

    @Test func aBodyThatDoesNotEndIsDropped() async throws {
        // Each comment arrives before any idle limit.
        let comments = (0..<6000).map { _ in StandInReply.Piece(": on\n\n", after: .pause(.milliseconds(20))) }
        let whole = [
            #"data: {"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}"#, "data: [DONE]",
        ].map { StandInReply.Piece($0 + "\n\n") }
        try await OpenAIStandIn.with(script: { _ in .failure(.eventStream(whole + comments)) }) { server in
            let session = LanguageModelSession(model: model(server))
            let answer = try await session.respond(to: "Well?")
            #expect(answer.content == "Yes.")
            #expect(server.requests.first?.ending == nil)
            #expect(await server.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test func callsWithOneIdAreTwoCalls() async throws {
        let calls = #"""
            data: {"choices":[{"delta":{"tool_calls":[\#
            {"index":0,"id":"call_0","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}},\#
            {"index":1,"id":"call_0","function":{"name":"get_weather","arguments":"{\"city\":\"Rome\"}"}}]},\#
            "finish_reason":"tool_calls"}]}


            """#
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.count > 2 else { return .failure(.eventStream([.init(calls)])) }
            return .text(request.toolOutputs.map(\.text).joined(separator: "; "))
        }
        try await OpenAIStandIn.with(script: script) { server in
            let session = LanguageModelSession(model: model(server), tools: [Weather()])
            let turn = try await session.turn(Prompt("Weather?")) { _ in }
            let round = "12.4 °C in Oslo; 12.4 °C in Rome"
            #expect(turn.response.segments.text == "\(round); \(round)")
            let third = try JSONValue(parsing: #require(server.requests.last).body)
            let messages = third["messages"]?.arrayValue ?? []
            #expect(
                messages.map { $0["role"] } == [
                    "user", "assistant", "tool", "tool", "assistant", "tool", "tool",
                ]
            )
            #expect(
                messages.compactMap { $0["tool_call_id"] } == ["call_0", "call_0_2", "call_0", "call_0_2"]
            )
        }
    }

    @Test func theKeyIsAskedForWithEveryCall() async throws {
        try await OpenAIStandIn.with(keys: ["sk-1", "sk-2"], script: { _ in .text("Yes.") }) { server in
            let (keys, source) = AsyncStream<String>.makeStream()
            for key in ["sk-1", "sk-2"] { source.yield(key) }
            let model = OpenAIChatLanguageModel("stand-in", baseURL: server.baseURL, client: HTTPClient()) {
                await keys.first { _ in true }.map { KeyLease(keyID: $0, secret: SecretString($0)) }
            }
            let session = LanguageModelSession(model: model)
            for _ in 0..<2 { try await session.respond(to: "Well?") }
            #expect(server.requests.map(\.bearerToken) == ["sk-1", "sk-2"])
        }
    }
}
