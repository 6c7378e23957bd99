import FoundationEssentials
import LanguageModels
import StandIns
import StreamingJSON
import Testing

/// The same scenario in every dialect, each with a server that speaks its wire format.
@Suite(.timeLimit(.minutes(1))) struct DialectScenarioTests {
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

    /// Two rounds of parallel calls, then an answer made of their outputs.
    private static let twoRounds: OpenAIStandIn.Script = { request in
        func calls(_ cities: String...) -> [ScriptedToolCall] {
            cities.map { .init("get_weather", arguments: #"{"city":"\#($0)"}"#) }
        }
        return switch request.toolOutputs.count {
        case 0: .init([.token("I'll"), .token(" look."), .toolCalls(calls("東京", "Oslo"), interleaved: true)])
        case 2: .toolCalls(calls("Lima", "Bergen", "Riga"))
        default: .text(request.toolOutputs.map(\.text).joined(separator: "; "))
        }
    }

    /// A transcript without ids, which differ from run to run.
    private static func bare(_ transcript: Transcript) -> [String] {
        transcript.map { entry in
            switch entry {
            case .instructions(let entry): "instructions \(entry.segments.text)"
            case .prompt(let entry): "prompt \(entry.segments.text)"
            case .reasoning(let entry): "reasoning \(entry.segments.text)"
            case .response(let entry): "response \(entry.segments.text) \(words(entry.metadata))"
            case .toolCalls(let calls):
                calls.map { "call \($0.toolName) \($0.arguments.jsonString) \(words($0.metadata))" }
                    .joined(separator: "\n")
            case .toolOutput(let output): "output \(output.toolName) \(output.segments.text)"
            }
        }
    }

    private static func words(_ metadata: [String: GeneratedContent]) -> String {
        metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.jsonString)" }.joined(separator: ",")
    }

    @Test(arguments: Dialect.allCases) func twoRoundsOfParallelTools(dialect: Dialect) async throws {
        try await dialect.with(script: Self.twoRounds) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Weather()], instructions: "You are a helper.")
            let turn = try await session.turn(Prompt("Weather?")) { _ in }
            func call(_ city: String) -> String { #"call get_weather {"city":"\#(city)"} "# }
            func output(_ city: String) -> String { "output get_weather 12.4 °C in \(city)" }
            let all = "12.4 °C in 東京; 12.4 °C in Oslo; 12.4 °C in Lima; 12.4 °C in Bergen; 12.4 °C in Riga"
            let model = #"model="stand-in""#
            #expect(
                Self.bare(session.transcript) == [
                    "instructions You are a helper.", "prompt Weather?",
                    #"response I'll look. finish_reason="tool_calls",\#(model)"#,
                    call("東京") + "\n" + call("Oslo"), output("東京"), output("Oslo"),
                    call("Lima") + "\n" + call("Bergen") + "\n" + call("Riga"), output("Lima"), output("Bergen"),
                    output("Riga"), #"response \#(all) finish_reason="stop",\#(model)"#,
                ]
            )
            #expect(turn.usage.input.totalTokenCount == 53 + 120 + 53)
            #expect(standIn.requests.count == 3)
        }
    }

    @Test(arguments: [Dialect.responses, .anthropic])
    func thoughtsAreSentBackUnchanged(dialect: Dialect) async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("12.4 °C.") }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("I had better look.", seal: "c2VhbA=="), .toolCalls([call], interleaved: false)])
        }
        try await dialect.with(script: script) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Weather()])
            _ = try await session.respond(to: "Weather?")
            // The stored form, as after a restart.
            let stored = try JSONDecoder().decode(
                Transcript.self,
                from: JSONEncoder().encode(session.transcript)
            )
            let later = LanguageModelSession(model: model, tools: [Weather()], transcript: stored)
            _ = try await later.respond(to: "Still?")
            #expect(standIn.requests.count == 4)
            for request in standIn.requests.dropFirst() {
                let body = try JSONValue(parsing: request.body)
                let blocks = body["input"]?.arrayValue ?? body["messages"]?[1]?["content"]?.arrayValue ?? []
                let thought = try #require(
                    blocks.first { ["thinking", "reasoning"].contains($0["type"]?.stringValue) }
                )
                #expect((thought["signature"] ?? thought["encrypted_content"]) == "c2VhbA==")
                #expect((thought["thinking"] ?? thought["summary"]?[0]?["text"]) == "I had better look.")
            }
        }
    }

    /// DeepSeek refuses the second round of a turn whose thought does not come back.
    @Test func aServerOfChatCompletionsGetsItsThoughtsBack() async throws {
        let script: OpenAIStandIn.Script = { request in
            let called = request.messages.filter { $0["tool_calls"] != nil }
            guard called.allSatisfy({ $0["reasoning_content"] == "I had better look." }) else {
                return .failure(OpenAIStandIn.failure(400))
            }
            guard request.toolOutputs.isEmpty else { return .init([.thought("So.", seal: ""), .token("12.4 °C.")]) }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("I had better look.", seal: ""), .toolCalls([call], interleaved: false)])
        }
        try await Dialect.chat.with(script: script) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Weather()])
            #expect(try await session.respond(to: "Weather?").content == "12.4 °C.")
            let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(session.transcript))
            let later = LanguageModelSession(model: model, tools: [Weather()], transcript: stored)
            #expect(try await later.respond(to: "Still?").content == "12.4 °C.")
            let last = try JSONValue(parsing: try #require(standIn.requests.last).body)
            #expect(
                (last["messages"]?.arrayValue ?? []).compactMap { $0["reasoning_content"]?.stringValue }
                    == ["I had better look.", "So.", "I had better look."]
            )
        }
    }

    /// OpenRouter's details return with the calls of their round, with a text and without one.
    @Test(arguments: [true, false]) func detailsOfThoughtsReturn(haveText: Bool) async throws {
        let detail: JSONValue = ["type": "reasoning.encrypted", "data": "e"]
        let call: JSONValue = [
            "id": "c", "type": "function", "function": ["name": "get_weather", "arguments": "{\"city\":\"Oslo\"}"],
        ]
        var delta: JSONObject = ["reasoning_details": [detail], "tool_calls": [call]]
        if haveText { delta["reasoning"] = "Hm." }
        let first: JSONValue = ["choices": [["index": 0, "delta": .object(delta), "finish_reason": "tool_calls"]]]
        let script: OpenAIStandIn.Script = { request in
            request.toolOutputs.isEmpty ? .failure(.json(first)) : .text("12.4 °C.")
        }
        try await Dialect.chat.with(script: script) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Weather()])
            #expect(try await session.respond(to: "Weather?").content == "12.4 °C.")
            let last = try JSONValue(parsing: try #require(standIn.requests.last).body)
            let message = try #require(last["messages"]?.arrayValue?.first { $0["tool_calls"] != nil })
            #expect(message["reasoning_details"] == [detail] && message["reasoning"] == nil)
        }
    }

    /// Some servers send the stream under the type of JSON.
    @Test(
        arguments: [
            (.chat, "openai_chat_stream_text.sse"), (.responses, "openai_responses_stream_text.sse"),
            (.anthropic, "anthropic_stream_text.sse"), (.gemini, "gemini_stream_text.sse"),
            (.ollama, "ollama_chat_stream_text.ndjson"),
        ] as [(Dialect, String)]
    )
    func aStreamUnderTheTypeOfJSONIsRead(dialect: Dialect, fixture: String) async throws {
        let type = dialect == .ollama ? "application/x-ndjson" : "application/json; charset=utf-8"
        let body = try "\n" + Fixture(fixture).text
        let reply = StandInReply(headers: [("Content-Type", type)], pieces: [.init(body)])
        try await dialect.with(script: { _ in .failure(reply) }) { model, _ in
            let answer = try await LanguageModelSession(model: model).respond(to: "Well?")
            #expect(answer.content == "It is 12.4°C in 東京.")
        }
    }

    /// A refusal that is the whole body is shown before the error.
    @Test func aRefusalInOnePiece() async throws {
        let body: JSONValue = [
            "choices": [["index": 0, "message": ["refusal": "I cannot."], "finish_reason": "stop"]],
            "usage": ["prompt_tokens": 7, "completion_tokens": 2],
        ]
        try await Dialect.chat.with(script: { _ in .failure(.json(body)) }) { model, _ in
            var shown = ""
            let session = LanguageModelSession(model: model)
            let error = await #expect(throws: LanguageModelError.self) {
                _ = try await session.turn(Prompt("Well?")) { event in
                    if case .refusalDelta(let text) = event { shown += text }
                }
            }
            #expect(shown == "I cannot.")
            guard case .refusal? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: Dialect.allCases) func aConversationContinuesInAnyDialect(dialect: Dialect) async throws {
        // The conversation starts with Anthropic, with thoughts and calls.
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("12.4 °C.") }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("Hm.", seal: "c2VhbA=="), .toolCalls([call], interleaved: false)])
        }
        try await Dialect.anthropic.with(script: script) { model, _ in
            let session = LanguageModelSession(model: model, tools: [Weather()])
            _ = try await session.respond(to: "Weather?")
            let transcript = session.transcript
            try await dialect.with(script: { _ in .text("Yes.") }) { model, _ in
                let later = LanguageModelSession(model: model, tools: [Weather()], transcript: transcript)
                let answer = try await later.respond(to: "Still?")
                #expect(answer.content == "Yes.")
            }
        }
    }

    @Test func anAnswerInOnePieceIsUnderstood() async throws {
        let rows: [(Dialect, String)] = [
            (.chat, "openai_chat.json"), (.responses, "openai_responses.json"), (.anthropic, "anthropic_messages.json"),
            (.gemini, "gemini_generate.json"),
        ]
        for (dialect, fixture) in rows {
            let whole = try JSONValue(parsing: Fixture(fixture).bytes)
            try await dialect.with(script: { _ in .failure(.json(whole)) }) { model, _ in
                let answer = try await LanguageModelSession(model: model).respond(to: "Well?")
                #expect(answer.content == "It is 12.4°C in 東京.")
            }
        }
    }
}
