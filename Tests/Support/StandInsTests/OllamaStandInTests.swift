import StandIns
import StreamingJSON
import Testing

/// The wire format of the stand-in for Ollama.
@Suite(.timeLimit(.minutes(1))) struct OllamaStandInTests {
    private func chat(
        _ reply: ScriptedReply,
        _ body: String = #"{"model":"m","messages":[{"role":"user","content":"hi"}]}"#,
        abilities: Set<OllamaStandIn.Ability> = Set(OllamaStandIn.Ability.allCases)
    ) async throws -> RawClient.Answer {
        try await OllamaStandIn.with(abilities: abilities, script: { _ in reply }) { standIn in
            try await RawClient(standIn).send("POST", "/api/chat", body: body)
        }
    }

    private static let steps: [ScriptedReply.Step] = [
        .thought("Hm.", seal: ""), .token("It"), .token(" is."),
        .toolCalls(
            [.init("get_weather", arguments: #"{"city":"東京"}"#), .init("get_time", arguments: "{}", id: "call_b")],
            interleaved: false
        ),
    ]

    @Test func linesStreamInTheRecordedShape() async throws {
        let answer = try await chat(.init(Self.steps))
        #expect(answer.header("Content-Type") == "application/x-ndjson")
        let lines = try answer.body.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.map { $0["done"] } == [false, false, false, false, false, true])
        #expect(lines.map { $0["message"]?["content"] } == ["", "It", " is.", "", "", ""])
        #expect(lines[0]["message"]?["thinking"] == "Hm.")
        #expect(
            lines[3]["message"]?["tool_calls"] == [
                [
                    "id": "call_standin0",
                    "function": ["index": 0, "name": "get_weather", "arguments": ["city": "東京"]],
                ]
            ]
        )
        #expect(lines[4]["message"]?["tool_calls"]?[0]?["id"] == "call_b")
        #expect(lines[5]["done_reason"] == "stop")
        #expect(lines[5]["prompt_eval_count"] == 53)
        #expect(lines[5]["eval_count"] == 9)
    }

    @Test func anAnswerInOnePiece() async throws {
        let body = #"{"model":"m","stream":false,"messages":[{"role":"user","content":"hi"}]}"#
        let json = try #require(try await chat(.init(Self.steps), body).json)
        #expect(json["message"]?["content"] == "It is.")
        #expect(json["message"]?["thinking"] == "Hm.")
        #expect(json["message"]?["tool_calls"]?.arrayValue?.count == 2)
        #expect(json["done"] == true)
    }

    @Test func anErrorIsTheLastLine() async throws {
        let answer = try await chat(.text("It", thenError: "an error was encountered while running the model"))
        let last = try #require(answer.body.split(separator: "\n").last)
        #expect(
            try JSONValue(parsing: String(last)) == ["error": "an error was encountered while running the model"]
        )
    }

    @Test(arguments: [
        (#"{"messages":[]}"#, 400, "model is required"),
        (#"{"model":"stand-in-unknown"}"#, 404, "model 'stand-in-unknown' not found"),
        (#"{"model":"m","tools":[{}]}"#, 400, "registry.ollama.ai/library/m does not support tools"),
        (#"{"model":"m","think":"low"}"#, 400, "\"m\" does not support thinking"),
        (
            #"{"model":"m","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}]}"#,
            400, "json: cannot unmarshal string into Go struct field of type api.Args"
        ),
        ("nonsense", 400, "invalid character in the request body"),
    ]) func theUpstreamsRulesAreEnforced(body: String, status: Int, message: String) async throws {
        let answer = try await chat(.text("no"), body, abilities: [])
        #expect(answer.status == status)
        #expect(answer.json == ["error": .string(message)])
    }

    @Test func aScriptReadsTheConversation() async throws {
        let body = #"""
            {"model":"m","messages":[{"role":"user","content":"Weather?"},\#
            {"role":"assistant","content":"","tool_calls":[{"id":"a","function":{"name":"f","arguments":{"x":1}}}]},\#
            {"role":"tool","tool_name":"f","tool_call_id":"a","content":"fine"}],\#
            "tools":[{"type":"function","function":{"name":"f"}}]}
            """#
        let script: OllamaStandIn.Script = { request in
            let output = request.toolOutputs.first
            return .text("\(request.toolNames) \(output?.name ?? "") \(output?.arguments ?? "") \(output?.text ?? "")")
        }
        try await OllamaStandIn.with(script: script) { standIn in
            let answer = try await RawClient(standIn).send("POST", "/api/chat", body: body)
            let texts = try answer.body.split(separator: "\n").map {
                try JSONValue(parsing: String($0))["message"]?["content"]?.stringValue ?? ""
            }
            #expect(texts.joined() == #"["f"] f {"x":1} fine"#)
            #expect(try await RawClient(standIn).send("GET", "/api/version").json?["version"] == "0.12.6")
            let tags = try await RawClient(standIn).send("GET", "/api/tags").json
            #expect(tags?["models"]?[0]?["name"] == "stand-in")
        }
    }
}
