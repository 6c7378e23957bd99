import StandIns
import StreamingJSON
import Testing

/// The wire formats of the stand-ins for Anthropic's Messages and OpenAI's Responses.
@Suite(.timeLimit(.minutes(1))) struct ModelStandInTests {
    private static let version = ["anthropic-version: 2026-10-21"]
    private static let weather = ScriptedToolCall("get_weather", arguments: #"{"city":"東京"}"#)
    private static let time = ScriptedToolCall("get_time", arguments: "{}")

    /// Returns the events of a stream, each with its name.
    private static func events(_ answer: RawClient.Answer) throws -> [(name: String, data: JSONValue)] {
        try answer.body.split(separator: "\n\n").map { event in
            let lines = event.split(separator: "\n", maxSplits: 1)
            let data = try #require(lines.last).dropFirst("data: ".count)
            return (String(lines[0].dropFirst("event: ".count)), try JSONValue(parsing: String(data)))
        }
    }

    private func messages(
        _ reply: ScriptedReply,
        _ body: String = #"{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"hi"}]}"#,
        headers: [String] = ModelStandInTests.version
    ) async throws -> RawClient.Answer {
        try await AnthropicStandIn.with(script: { _ in reply }) { standIn in
            try await RawClient(standIn).send("POST", "/v1/messages", headers: headers, body: body)
        }
    }

    @Test func messagesStreamInTheRecordedShape() async throws {
        let reply = ScriptedReply([
            .thought("Hm.", seal: "c2VhbA=="), .token("It"), .token(" is."),
            .toolCalls([Self.weather, Self.time], interleaved: false),
        ])
        let answer = try await messages(reply)
        #expect(answer.header("Content-Type") == "text/event-stream; charset=utf-8")
        let events = try Self.events(answer)
        #expect(events.allSatisfy { $0.name == $0.data["type"]?.stringValue })
        #expect(events.first?.data["message"]?["usage"]?["input_tokens"] == 53)
        let starts = events.filter { $0.name == "content_block_start" }.map { $0.data["content_block"] }
        #expect(starts.map { $0?["type"] } == ["thinking", "text", "tool_use", "tool_use"])
        let deltas = events.filter { $0.name == "content_block_delta" }
        func joined(_ index: Int, _ member: String) -> String {
            deltas.filter { $0.data["index"]?.intValue == index }
                .compactMap { $0.data["delta"]?[member]?.stringValue }.joined()
        }
        #expect(joined(0, "thinking") == "Hm.")
        #expect(joined(0, "signature") == "c2VhbA==")
        #expect(joined(1, "text") == "It is.")
        #expect(joined(2, "partial_json") == #"{"city":"東京"}"#)
        #expect(joined(3, "partial_json") == "")
        #expect(events.suffix(2).map(\.name) == ["message_delta", "message_stop"])
        #expect(events.dropLast().last?.data["delta"]?["stop_reason"] == "tool_use")
    }

    @Test func aMessageInOnePiece() async throws {
        let body = #"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}]}"#
        let json = try #require(try await messages(.text("It is."), body).json)
        #expect(json["content"] == [["type": "text", "text": "It is."]])
        #expect(json["stop_reason"] == "end_turn")
    }

    @Test(arguments: [
        (#"{"model":"m","messages":[{"role":"user","content":"hi"}]}"#, "max_tokens: Field required"),
        (
            #"{"model":"m","max_tokens":9,"temperature":1,"messages":[{"role":"user","content":"hi"}]}"#,
            "temperature: not supported by this version"
        ),
        (
            #"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":"and?"}]}"#,
            "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after"
        ),
        (
            #"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":" "}]}"#,
            "messages.0: text content blocks must contain non-whitespace text"
        ),
    ]) func theUpstreamsRulesAreEnforced(body: String, message: String) async throws {
        let answer = try await messages(.text("no"), body)
        #expect(answer.status == 400)
        #expect(answer.json?["error"]?["type"] == "invalid_request_error")
        #expect(answer.json?["error"]?["message"]?.stringValue == message)
    }

    @Test func theVersionAndTheKeyAreRequired() async throws {
        #expect(try await messages(.text("no"), headers: []).status == 400)
        try await AnthropicStandIn.with(keys: ["sk-ant-1"]) { standIn in
            let headers = Self.version + ["x-api-key: sk-ant-2"]
            let refused = try await RawClient(standIn).send("GET", "/v1/models", headers: headers)
            #expect(refused.status == 401)
            let bearer = Self.version + ["Authorization: Bearer sk-ant-1"]
            let taken = try await RawClient(standIn).send("GET", "/v1/models", headers: bearer)
            #expect(taken.json?["data"]?[0]?["type"] == "model")
        }
    }

    private func responses(
        _ reply: ScriptedReply,
        _ body: String = #"{"model":"m","stream":true,"store":false,"input":"hi"}"#
    ) async throws -> RawClient.Answer {
        try await OpenAIResponsesStandIn.with(script: { _ in reply }) { standIn in
            try await RawClient(standIn).send("POST", "/v1/responses", body: body)
        }
    }

    @Test func responsesStreamInTheRecordedShape() async throws {
        let reply = ScriptedReply([
            .thought("Hm.", seal: "gAAA"), .token("It"), .token(" is."),
            .toolCalls([Self.weather, Self.time], interleaved: false),
        ])
        let events = try Self.events(try await responses(reply))
        #expect(events.allSatisfy { $0.name == $0.data["type"]?.stringValue })
        #expect(events.map { $0.data["sequence_number"]?.intValue } == Array(0..<events.count))
        func joined(_ name: String, _ index: Int) -> String {
            events.filter { $0.name == name && $0.data["output_index"]?.intValue == index }
                .compactMap { $0.data["delta"]?.stringValue }.joined()
        }
        #expect(joined("response.reasoning_summary_text.delta", 0) == "Hm.")
        #expect(joined("response.output_text.delta", 1) == "It is.")
        #expect(joined("response.function_call_arguments.delta", 2) == #"{"city":"東京"}"#)
        #expect(joined("response.function_call_arguments.delta", 3) == "{}")
        let whole = events.last?.data["response"]
        #expect(events.last?.name == "response.completed")
        let types = whole?["output"]?.arrayValue?.map { $0["type"] }
        #expect(types == ["reasoning", "message", "function_call", "function_call"])
        #expect(whole?["output"]?[0]?["encrypted_content"] == "gAAA")
        #expect(whole?["usage"]?["total_tokens"] == 62)
    }

    @Test func aResponseInOnePieceThatWasCut() async throws {
        var reply = ScriptedReply.text("It is")
        reply.finishReason = "length"
        let json = try #require(try await responses(reply, #"{"model":"m","input":"hi"}"#).json)
        #expect(json["status"] == "incomplete")
        #expect(json["incomplete_details"] == ["reason": "max_output_tokens"])
        #expect(json["output"]?[0]?["content"]?[0]?["text"] == "It is")
    }

    @Test(arguments: [
        #"{"model":"m","input":[]}"#,
        #"{"model":"m","input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}"#,
        #"{"model":"m","input":[{"type":"function_call_output","call_id":"a","output":""}]}"#,
        #"{"model":"m","input":[{"type":"reasoning","id":"rs","summary":[]},{"role":"user","content":"hi"}]}"#,
        #"{"model":"m","input":[{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"x"}]}"#,
    ]) func inconsistentHistoriesAreRefused(body: String) async throws {
        #expect(try await responses(.text("no"), body).status == 400)
    }
}
