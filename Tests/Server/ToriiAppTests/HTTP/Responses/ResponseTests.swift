import AgentRuntime
import EventStreams
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// OpenAI's Responses over HTTP.
///
/// AgentWireTests test the format alone.
@Suite(.timeLimit(.minutes(1))) struct ResponseTests {
    @Test func theBuiltInModelAnswers() async throws {
        try await TestServer.with { server in
            let body = #"{"model":"phrasebook","input":"Add 3 green tea bags"#
            let answer = try await server.send(.post, ResponseServer.path, body: body + "\"}")
            #expect(answer.status == 200)
            #expect(answer.json["status"] == "completed" && answer.json["model"] == "phrasebook")
            #expect(answer.responseText.contains("green tea bags"))
            #expect(Set(ResponseServer.types(answer.json)) == ["torii:tool_call", "message"])
            let stream = try await server.send(.post, ResponseServer.path, body: body + #"","stream":true}"#)
            let frames = try ResponseServer.frames(stream)
            #expect(frames.first?["type"] == "response.created" && frames.last?["type"] == "response.completed")
            #expect(frames.map { $0["sequence_number"]?.intValue } == Array(frames.indices))
            // A stored response is the one that was sent.
            for (id, response) in [
                (answer.responseID, answer.json),
                (frames.last?["response"]?["id"]?.stringValue ?? "", frames.last?["response"]),
            ] {
                let stored = try await server.send(.get, "\(ResponseServer.path)/\(id)")
                #expect(stored.json == response)
            }
        }
    }

    @Test func allSupportedFieldsReachTheModel() async throws {
        try await ResponseServer.with({ _ in .text("Hello") }) { responses in
            let answer = try await responses.send(
                [
                    ["role": "user", "content": "First"],
                    ["type": "message", "role": "assistant", "content": [["type": "output_text", "text": "Aye"]]],
                    [
                        "role": "user",
                        "content": [
                            ["type": "input_text", "text": "Second"],
                            ["type": "input_image", "image_url": "https://a.example/b.png"],
                        ],
                    ],
                ],
                [
                    "instructions": "Speak like a pirate.", "temperature": 0.5, "top_p": 0.25, "max_output_tokens": 77,
                    "tools": [ResponseServer.find], "tool_choice": "required", "parallel_tool_calls": false,
                    "metadata": ["k": "v"], "service_tier": "auto", "presence_penalty": 0.5,
                ]
            )
            #expect(answer.responseText == "Hello" && answer.json["metadata"] == ["k": "v"])
            let asked = try responses.asked(0)
            #expect(asked["temperature"] == 0.5 && asked["top_p"] == 0.25 && asked["presence_penalty"] == 0.5)
            #expect((asked["max_completion_tokens"] ?? asked["max_tokens"]) == 77)
            #expect(asked["tool_choice"] == "required" && asked["parallel_tool_calls"] == false)
            let messages = asked["messages"]?.arrayValue ?? []
            #expect(messages.map { $0["role"] }.suffix(3) == ["user", "assistant", "user"])
            #expect(messages[0]["content"]?.stringValue?.contains("Speak like a pirate.") == true)
            #expect(messages.last?["content"]?[1]?["image_url"]?["url"] == "https://a.example/b.png")
            #expect(answer.headers["Torii-Ignored"] == "service_tier")
        }
    }

    /// The end of the model's answer, and that of the response.
    @Test(arguments: [
        (ScriptedReply([.token("Once")], finishReason: "length"), "incomplete", "max_output_tokens"),
        (ScriptedReply([.refusal("I cannot.")]), "completed", nil as String?),
    ])
    func theEndIsNamed(reply: ScriptedReply, status: String, reason: String?) async throws {
        try await ResponseServer.with({ _ in reply }) { responses in
            let whole = try await responses.send("Do it")
            let frames = try await responses.frames("Do it")
            for response in [whole.json, frames.last?["response"] ?? .null] {
                #expect(response["status"]?.stringValue == status)
                #expect(response["incomplete_details"]?["reason"]?.stringValue == reason)
                #expect(response["output"]?[0]?["status"]?.stringValue == status)
                #expect(ResponseServer.text(response) == (reason == nil ? "I cannot." : "Once"))
            }
            #expect(frames.last?["type"]?.stringValue == "response.\(status)")
            #expect(try await responses.get(whole.responseID).json == whole.json)
        }
    }

    @Test(arguments: [JSONValue.string("object"), "array"])
    func aStructuredAnswerIsText(type: JSONValue) async throws {
        let isObject = type == "object"
        try await ResponseServer.with({ request in
            let members = request.json["response_format"]?["json_schema"]?["schema"]?["properties"]?.objectValue
            return .text(isObject ? #"{"city": "Kyoto"}"# : #"{"\#(members?.keys.first ?? "?")": ["Kyoto"]}"#)
        }) { responses in
            let schema: JSONValue =
                isObject
                ? [
                    "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
                    "additionalProperties": false,
                ] : ["type": "array", "items": ["type": "string"]]
            let format: JSONValue = ["type": "json_schema", "name": "place", "schema": schema, "strict": true]
            let fields: JSONObject = ["text": ["format": format]]
            let value: JSONValue = isObject ? ["city": "Kyoto"] : ["Kyoto"]
            let answer = try await responses.send("Where?", fields)
            #expect(try JSONValue(parsing: answer.responseText) == value)
            #expect(answer.json["text"]?["format"] == format)
            let frames = try await responses.frames("Where?", fields)
            #expect(try JSONValue(parsing: ResponseServer.text(frames.last?["response"])) == value)
            let deltas = frames.compactMap { $0["delta"]?.stringValue }.joined()
            #expect(try JSONValue(parsing: deltas) == value)
        }
    }

    /// An error before any content has its status; a later one is in the stream, and the response has it.
    @Test func anErrorHasItsForm() async throws {
        try await ResponseServer.with({ request in
            request.lastUserText == "late"
                ? .text("It is", thenError: "Overloaded") : .failure(OpenAIStandIn.failure(400))
        }) { responses in
            let frames = try await responses.frames("late")
            #expect(frames.suffix(2).map { $0["type"] } == ["error", "response.failed"])
            let failed = try #require(frames.last?["response"])
            #expect(failed["status"] == "failed" && failed["error"]?["code"] == "server_error")
            #expect(ResponseServer.text(failed) == "It is")
            #expect(try await responses.get(failed["id"]?.stringValue ?? "").json == failed)
            for isStreamed in [false, true] {
                let early = try await responses.send("early", ["stream": .bool(isStreamed)])
                #expect(early.status >= 400 && early.json["error"]?["message"]?.stringValue?.isEmpty == false)
                #expect(early.headers["Torii-Run"]?.hasPrefix("run_") == true)
            }
            let late = try await responses.send("late")
            #expect(late.status == 502 && late.json["error"]?["type"] == "server_error")
        }
    }

    /// A faulty body, and the field that its error names.
    @Test(arguments: [
        ("{", nil as String?), ("[]", nil), ("{}", "input"),
        (#"{"input":[{"role":"user","content":"a"},{"type":"x"}]}"#, "input[1].type"),
        (#"{"input":"a","tools":[{"type":"function","name":"a b"}]}"#, "tools[0].name"),
        (#"{"input":"a","tool_choice":{"type":"function","name":"f"}}"#, "tool_choice"),
        (
            #"{"input":"a","text":{"format":{"type":"json_schema","name":"n","schema":{"type":"strong"}}}}"#,
            "text.format.schema.type"
        ),
        (#"{"input":[{"type":"function_call_output","call_id":"c","output":"o"}]}"#, "input[0].call_id"),
        (#"{"input":"a","previous_response_id":"resp_01ab"}"#, "previous_response_id"),
        (#"{"input":"a","previous_response_id":"x"}"#, "previous_response_id"),
        (#"{"input":[{"role":"assistant","content":"a"}]}"#, "input"),
    ])
    func aFaultNamesItsField(body: String, param: String?) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, ResponseServer.path, body: body)
            #expect(answer.status == 400 && answer.json["error"]?["type"] == "invalid_request_error")
            #expect(answer.json["error"]?["param"]?.stringValue == param, "\(answer.text)")
        }
    }

    @Test func anUnknownModelOrConversationIsNotFound() async throws {
        try await TestServer.with { server in
            let model = try await server.send(.post, ResponseServer.path, body: #"{"model":"none","input":"a"}"#)
            #expect(model.status == 404 && model.json["error"]?["code"] == "model_not_found")
            let body = #"{"input":"a","conversation":"conv_none"}"#
            #expect(try await server.send(.post, ResponseServer.path, body: body).status == 404)
        }
    }

    /// Without `background`, the run ends with its connection.
    @Test func aDisconnectCancelsTheRun() async throws {
        let gate = StandInGate()
        try await ResponseServer.with({ _ in ScriptedReply([.token("Once"), .wait(.gate(gate)), .token(" more")]) }) {
            responses in
            let response = try await responses.stream("Tell me")
            for try await event in response.body.serverSentEvents where event.type == "response.output_text.delta" {
                break
            }
            #expect(await responses.standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    /// A reply with a thought of Anthropic's: its seal comes back to the model unchanged.
    @Test func encryptedReasoningGoesBackUnchanged() async throws {
        let seal = "EqQBCgIYAhIMc2lnbmF0dXJl+/=="
        let thought = ScriptedReply([.thought("Hm \"why\"?", seal: seal), .token("Because.")], usage: (7, 3))
        try await AnthropicStandIn.with(script: { request in
            request.lastUserText == "And?" ? .text("So.") : thought
        }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .anthropic, name: "claude-sonnet-4-5")]
                settings.addresses[.anthropic] = standIn.baseURL
            } _: { server in
                let options: JSONObject = [
                    "reasoning": ["effort": "low", "summary": "auto"], "include": ["reasoning.encrypted_content"],
                    "store": false, "max_output_tokens": 4096,
                ]
                func send(_ input: [JSONValue]) async throws -> TestServer.Answer {
                    var body = options
                    body["input"] = .array(input)
                    return try await server.send(.post, ResponseServer.path, body: JSONValue.object(body).serialized())
                }
                let user: JSONValue = ["role": "user", "content": "Why?"]
                let answer = try await send([user])
                #expect(ResponseServer.types(answer.json) == ["reasoning", "message"], "\(answer.text)")
                #expect(answer.json["output"]?[0]?["summary"] == [["type": "summary_text", "text": "Hm \"why\"?"]])
                #expect(answer.json["output"]?[0]?["encrypted_content"]?.stringValue?.isEmpty == false)
                let output = answer.json["output"]?.arrayValue ?? []
                let second = try await send([user] + output + [["role": "user", "content": "And?"]])
                #expect(second.responseText == "So.", "\(second.text)")
                let asked = try JSONValue(parsing: standIn.requests[1].body)
                #expect(
                    asked["messages"]?[1]?["content"]?[0] == [
                        "type": "thinking", "thinking": "Hm \"why\"?", "signature": .string(seal),
                    ]
                )
            }
        }
    }
}
