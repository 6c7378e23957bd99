import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Anthropic's Messages over HTTP.
///
/// AgentWireTests test the format alone.
@Suite(.timeLimit(.minutes(1))) struct MessagesTests {
    @Test func theBuiltInModelAnswers() async throws {
        try await TestServer.with { server in
            let body =
                #"{"model":"phrasebook","max_tokens":100,"messages":[{"role":"user","content":"Add 3 green tea bags"}]"#
            let answer = try await server.send(
                .post,
                MessagesServer.path,
                body: body + "}",
                headers: MessagesServer.headers
            )
            #expect(answer.status == 200)
            #expect(answer.json["stop_reason"] == "end_turn" && answer.json["model"] == "phrasebook")
            let text = try #require(answer.json["content"]?[0]?["text"]?.stringValue)
            #expect(text.contains("green tea bags"))
            #expect(answer.json["id"]?.stringValue?.hasPrefix("msg_") == true)
            #expect(answer.headers["anthropic-version"] == "2023-06-01")
            #expect(answer.headers["request-id"] == answer.headers["X-Request-ID"])
            #expect(answer.headers["Torii-Ignored"] == "max_tokens")
            let list =
                #"{"model":"phrasebook","max_tokens":100,"stream":true,"messages":[{"role":"user","content":"List the inventory"}]}"#
            let stream = try await server.send(.post, MessagesServer.path, body: list, headers: MessagesServer.headers)
            #expect(stream.headers["Content-Type"] == "text/event-stream" && stream.headers["request-id"] != nil)
            #expect(stream.text.hasPrefix("event: message_start\ndata: {\"type\":\"message_start\""))
            #expect(stream.text.hasSuffix("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"))
            let frames = try stream.text.components(separatedBy: "\n").filter { $0.hasPrefix("data: ") }
                .map { try JSONValue(parsing: String($0.dropFirst(6))) }
            #expect(MessagesServer.text(frames).contains("green tea bags"))
        }
    }

    @Test func allSupportedFieldsReachTheModel() async throws {
        try await MessagesServer.with({ _ in .text("Hello") }) { messages in
            let answer = try await messages.send(
                [
                    MessagesServer.user("First"), ["role": "assistant", "content": "Aye"],
                    ["role": "user", "content": [["type": "text", "text": "Second"]]],
                ],
                [
                    "system": [
                        ["type": "text", "text": "Speak like a pirate.", "cache_control": ["type": "ephemeral"]]
                    ],
                    "temperature": 0.5, "top_k": 40, "stop_sequences": ["END"], "service_tier": "auto",
                    "tool_choice": ["type": "none"], "metadata": ["user_id": "u"], "tools": [MessagesServer.find],
                ]
            )
            #expect(answer.json["content"] == [["type": "text", "text": "Hello"]])
            let asked = try messages.asked(0)
            #expect(asked["max_tokens"] == 4096 && asked["stop_sequences"] == ["END"] && asked["tools"] == nil)
            #expect(asked["system"]?[0]?["text"]?.stringValue?.contains("Speak like a pirate.") == true)
            #expect(asked["system"]?[0]?["cache_control"] == ["type": "ephemeral"])
            let texts = asked["messages"]?.arrayValue?.compactMap { $0["content"]?[0]?["text"]?.stringValue }
            #expect(texts?.map(StandIns.ChatRequest.withoutNote) == ["First", "Aye", "Second"])
            // This model accepts no sampling parameters.
            #expect(answer.headers["Torii-Ignored"] == "service_tier, temperature, top_k")
            // Nothing of it is left in the client's conversations.
            #expect(try await messages.server.send(.get, "/v1/conversations").json["conversations"] == [])
        }
    }

    /// The parameters have other names at another provider's model.
    @Test func parametersReachTheModelOfAnotherProvider() async throws {
        try await ChatCompletionServer.with({ _ in .text("Hello") }) { server, standIn in
            let more: JSONObject = [
                "model": "openai:m", "temperature": 0.5, "top_p": 0.9, "top_k": 40, "stop_sequences": ["END"],
                "tools": [MessagesServer.find], "tool_choice": ["type": "any", "disable_parallel_tool_use": true],
                "thinking": ["type": "adaptive"], "output_config": ["effort": "low"],
            ]
            let body = MessagesServer.body([MessagesServer.user("Hi")], more)
            let text = JSONValue.object(body).serialized()
            let answer = try await server.send(.post, MessagesServer.path, body: text, headers: MessagesServer.headers)
            #expect(answer.status == 200 && answer.json["model"] == "openai:m")
            let asked = try JSONValue(parsing: #require(standIn.requests.first).body)
            #expect(asked["temperature"] == 0.5 && asked["top_p"] == 0.9 && asked["stop"] == ["END"])
            #expect(asked["tool_choice"] == "required" && asked["parallel_tool_calls"] == false)
            #expect(asked["reasoning_effort"] == "low" && asked["max_tokens"] == 4096)
            // A compatible server receives this one, which OpenAI does not have.
            #expect(asked["top_k"] == 40 && answer.headers["Torii-Ignored"] == nil)
        }
    }

    /// The signature of a thought goes to the client and, with its next request, back to the model unchanged.
    @Test func thoughtsGoBackUnchanged() async throws {
        let seal = "EqQBCgIYAhIMc2lnbmF0dXJl+/=="
        try await MessagesServer.with({ request in
            request.lastUserText == "And?"
                ? .text("So.")
                : ScriptedReply([.thought("Hm \"why\"?", seal: seal), .token("Because.")], usage: (7, 3))
        }) { messages in
            let thinking: JSONObject = ["thinking": ["type": "enabled", "budget_tokens": 1024]]
            let user = MessagesServer.user("Why?")
            let answer = try await messages.send([user], thinking)
            let content = try #require(answer.json["content"])
            let thought: JSONValue = ["type": "thinking", "thinking": "Hm \"why\"?", "signature": .string(seal)]
            #expect(content == [thought, ["type": "text", "text": "Because."]])
            #expect(answer.headers["Torii-Emulated"] == "thinking.budget_tokens")
            #expect(try messages.asked(0)["thinking"] == ["type": "enabled", "budget_tokens": 1024])
            _ = try await messages.send(
                [user, ["role": "assistant", "content": content], MessagesServer.user("And?")],
                thinking
            )
            #expect(try messages.asked(1)["messages"]?[1]?["content"]?[0] == thought)
            let frames = try await messages.frames([user], thinking)
            #expect(
                MessagesServer.text(frames, "thinking") == "Hm \"why\"?" && MessagesServer.text(frames) == "Because."
            )
            #expect(MessagesServer.text(frames, "signature") == seal)
            // Without the field, the model does not think, and the answer would not show it.
            let plain = try await messages.send([user])
            #expect(plain.json["content"] == [["type": "text", "text": "Because."]])
            #expect(try messages.asked(3)["thinking"] == nil)
        }
    }

    @Test func aStopSequenceIsNamed() async throws {
        let reply = ScriptedReply([.token("Once")], finishReason: "stop_sequence END")
        try await MessagesServer.with({ _ in reply }) { messages in
            let fields: JSONObject = ["stop_sequences": ["END"]]
            let whole = try await messages.send([MessagesServer.user("Tell")], fields)
            #expect(whole.json["stop_reason"] == "stop_sequence" && whole.json["stop_sequence"] == "END")
            let frames = try await messages.frames([MessagesServer.user("Tell")], fields)
            #expect(frames[frames.count - 2]["delta"]?["stop_sequence"] == "END")
        }
    }

    /// The end of the model's answer, and that of the response.
    @Test(arguments: [
        (ScriptedReply([.token("Once")], finishReason: "max_tokens"), "max_tokens"),
        (ScriptedReply([.token("Well, "), .refusal("I cannot.")], usage: (7, 3)), "refusal"),
    ])
    func theEndIsNamed(reply: ScriptedReply, reason: String) async throws {
        try await MessagesServer.with({ _ in reply }) { messages in
            let whole = try await messages.send([MessagesServer.user("Do it")])
            #expect(whole.status == 200)
            #expect(whole.json["stop_reason"]?.stringValue == reason)
            let isRefusal = reason == "refusal"
            #expect(whole.json["stop_details"]?["explanation"] == (isRefusal ? "I cannot." : nil))
            let frames = try await messages.frames([MessagesServer.user("Do it")])
            let end = frames[frames.count - 2]
            #expect(end["delta"]?["stop_reason"]?.stringValue == reason)
            #expect(end["delta"]?["stop_details"] == whole.json["stop_details"])
            #expect(MessagesServer.text(frames) == (isRefusal ? "Well, I cannot." : "Once"))
        }
    }

    @Test func aStructuredAnswerIsText() async throws {
        try await MessagesServer.with({ _ in .text(#"{"city": "Kyoto"}"#) }) { messages in
            let schema: JSONValue = [
                "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
                "additionalProperties": false,
            ]
            let format: JSONValue = ["type": "json_schema", "schema": schema]
            let fields: JSONObject = ["output_config": ["format": format]]
            let answer = try await messages.send([MessagesServer.user("Where?")], fields)
            let text = try #require(answer.json["content"]?[0]?["text"]?.stringValue)
            #expect(try JSONValue(parsing: text) == ["city": "Kyoto"])
            #expect(try messages.asked(0)["output_config"]?["format"]?["type"] == "json_schema")
            let frames = try await messages.frames([MessagesServer.user("Where?")], fields)
            #expect(try JSONValue(parsing: MessagesServer.text(frames)) == ["city": "Kyoto"])
            let former = try await messages.send([MessagesServer.user("Where?")], ["output_format": format])
            #expect(former.json["content"] == answer.json["content"])
        }
    }

    /// An error before any content has its status; a later one is the last event of the stream.
    @Test func anErrorHasAnthropicsForm() async throws {
        try await MessagesServer.with({ request in
            request.lastUserText == "late"
                ? .text("It is", thenError: "Overloaded") : .failure(AnthropicStandIn.failure(400))
        }) { messages in
            let frames = try await messages.frames([MessagesServer.user("late")])
            #expect(MessagesServer.text(frames) == "It is")
            #expect(frames.last?["type"] == "error" && frames.last?["request_id"]?.stringValue?.isEmpty == false)
            #expect(["api_error", "overloaded_error"].contains(frames.last?["error"]?["type"]?.stringValue))
            for isStreamed in [false, true] {
                let early = try await messages.send([MessagesServer.user("early")], ["stream": .bool(isStreamed)])
                #expect(early.status == 400 && early.json["error"]?["type"] == "invalid_request_error")
                #expect(early.headers["x-should-retry"] == "false")
                #expect(early.json["request_id"]?.stringValue == early.headers["request-id"])
            }
        }
    }

    @Test func aDisconnectCancelsTheRun() async throws {
        let gate = StandInGate()
        try await MessagesServer.with({ _ in ScriptedReply([.token("Once"), .wait(.gate(gate)), .token(" more")]) }) {
            messages in
            let response = try await messages.stream([MessagesServer.user("Tell me")])
            for try await event in response.body.serverSentEvents where event.type == "content_block_delta" { break }
            #expect(await messages.standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    /// A faulty body, its status and the start of the error's message.
    @Test(arguments: [
        ("{", 400, "invalid_request_error", ""), ("[]", 400, "invalid_request_error", "the body: "),
        (
            #"{"model":"m","messages":[{"role":"user","content":"hi"}]}"#, 400, "invalid_request_error",
            "max_tokens: required"
        ),
        (
            #"{"model":"gpt-none","max_tokens":5,"messages":[{"role":"user","content":"hi"}]}"#, 404, "not_found_error",
            ""
        ),
        (
            #"{"model":"phrasebook","max_tokens":5,"messages":[{"role":"user","content":[{"type":"document"}]}]}"#,
            400, "invalid_request_error", "messages.0.content.0.type: this server does not accept documents"
        ),
        (
            #"{"model":"phrasebook","max_tokens":5,"messages":[{"role":"user","content":"hi"}],"torii":{"tools":["fly"]}}"#,
            400, "invalid_request_error", "there is no tool named fly"
        ),
        (
            #"{"model":"phrasebook","max_tokens":5,"messages":[{"role":"user","content":"hi"}],"#
                + #""tool_choice":{"type":"tool","name":"f"}}"#, 400, "invalid_request_error", "tool_choice requires"
        ),
        (
            #"{"model":"phrasebook","max_tokens":5,"messages":[{"role":"user","content":[{"type":"image","source":"#
                + #"{"type":"base64","media_type":"image/png","data":"AAAA"}}]}]}"#,
            400, "invalid_request_error", "messages.0.content.0"
        ),
    ])
    func aFaultIsAnErrorObject(body: String, status: Int, type: String, message: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, MessagesServer.path, body: body, headers: MessagesServer.headers)
            #expect(answer.status == status)
            #expect(answer.json["type"] == "error" && answer.json["error"]?["type"]?.stringValue == type)
            let text = answer.json["error"]?["message"]?.stringValue ?? "?"
            #expect(text.hasPrefix(message), "\(text)")
            #expect(answer.headers["X-Should-Retry"] == "false")
            #expect(answer.headers["request-id"]?.isEmpty == false)
            #expect(answer.json["request_id"]?.stringValue == answer.headers["request-id"])
        }
    }

    /// The header with the version, and whether it is accepted.
    @Test(
        arguments: [
            (nil, false), ("", false), ("latest", false), ("2023-6-1", false), ("2023-06-01", true),
            ("2026-10-21", true),
        ] as [(String?, Bool)]
    )
    func theVersionIsRequired(version: String?, isAccepted: Bool) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(
                .post,
                MessagesServer.path,
                body:
                    #"{"model":"phrasebook","max_tokens":5,"messages":[{"role":"user","content":"List the inventory"}]}"#,
                headers: [("Content-Type", "application/json")] + (version.map { [("anthropic-version", $0)] } ?? [])
            )
            #expect(answer.status == (isAccepted ? 200 : 400))
            #expect(answer.headers["anthropic-version"] == (isAccepted ? version : nil))
            let message = answer.json["error"]?["message"]?.stringValue ?? ""
            #expect(
                message.contains("anthropic-version") == !isAccepted && message.contains("2023-06-01") == !isAccepted
            )
        }
    }

    /// A token is accepted as `x-api-key` where Anthropic's client libraries send it.
    @Test func theTokenMayBeAKey() async throws {
        try await TestServer.with { server in
            let key = [("x-api-key", TestServer.clientToken)]
            let body =
                #"{"model":"phrasebook","max_tokens":5,"messages":[{"role":"user","content":"List the inventory"}]}"#
            func send(_ path: String, _ headers: [(String, String)]) async throws -> TestServer.Answer {
                try await server.send(
                    path == MessagesServer.path ? .post : .get,
                    path,
                    token: nil,
                    body: path == MessagesServer.path ? body : nil,
                    headers: headers
                )
            }
            #expect(try await send(MessagesServer.path, MessagesServer.headers + key).status == 200)
            #expect(try await send("/v1/models", key).status == 200)
            let stranger = try await send(MessagesServer.path, MessagesServer.headers + [("x-api-key", "torii_none")])
            #expect(stranger.status == 401 && stranger.json["error"]?["type"] == "authentication_error")
            let missing = try await send(MessagesServer.path, MessagesServer.headers)
            #expect(missing.status == 401)
            #expect(missing.json["error"]?["message"]?.stringValue?.contains("x-api-key") == true)
            // Other routes read the field of their own dialects only.
            #expect(try await send("/v1/conversations", key).status == 401)
            #expect(try await send("/admin/clients", [("x-api-key", TestServer.adminToken)]).status == 401)
        }
    }

    @Test func tokensAreCounted() async throws {
        try await MessagesServer.with({ _ in .text("Hello") }) { messages in
            func count(_ fields: JSONObject) async throws -> TestServer.Answer {
                var body: JSONObject = [
                    "model": "anthropic:claude-sonnet-4-5", "messages": [MessagesServer.user("Hi")],
                ]
                for (name, value) in fields { body[name] = value }
                return try await messages.server.send(
                    .post,
                    MessagesServer.path + "/count_tokens",
                    body: JSONValue.object(body).serialized(),
                    headers: MessagesServer.headers
                )
            }
            let plain = try await count([:])
            #expect(plain.status == 200 && plain.headers["anthropic-version"] == "2023-06-01")
            #expect(plain.headers["Torii-Emulated"] == nil)
            let least = try #require(plain.json["input_tokens"]?.intValue)
            #expect(least > 0)
            let system = try await count(["system": "Speak like a pirate.", "tools": [MessagesServer.find]])
            #expect(system.json["input_tokens"]?.intValue ?? 0 > least)
            let none = try await count(["messages": []])
            #expect(none.status == 400 && none.json["error"]?["type"] == "invalid_request_error")
            #expect(try await count(["model": "gpt-none"]).status == 404)
        }
        // The built-in model counts no tokens.
        try await TestServer.with { server in
            let estimate = try await server.send(
                .post,
                MessagesServer.path + "/count_tokens",
                body: #"{"model":"phrasebook","messages":[{"role":"user","content":"Hi"}]}"#,
                headers: MessagesServer.headers
            )
            #expect(estimate.status == 200 && estimate.headers["Torii-Emulated"] == "input_tokens")
        }
    }

    @Test func theModelsHaveAnthropicsForm() async throws {
        try await TestServer.with { server in
            let version = [("anthropic-version", "2023-06-01")]
            let list = try await server.send(.get, "/v1/models", headers: version)
            let model: JSONValue = [
                "type": "model", "id": "phrasebook", "display_name": "phrasebook", "created_at": "2026-11-21T00:00:00Z",
                "lifecycle": "active",
            ]
            #expect(list.json["data"]?[0] == model && list.json["first_id"] == "phrasebook")
            #expect(list.json["has_more"] == false && list.headers["request-id"]?.isEmpty == false)
            #expect(try await server.send(.get, "/v1/models/phrasebook", headers: version).json == model)
            let unknown = try await server.send(.get, "/v1/models/none", headers: version)
            #expect(unknown.status == 404 && unknown.json["error"]?["type"] == "not_found_error")
            let stranger = try await server.send(.get, "/v1/models", token: nil, headers: version)
            #expect(stranger.status == 401 && stranger.json["error"]?["type"] == "authentication_error")
            // Without the header, they have OpenAI's form.
            #expect(try await server.send(.get, "/v1/models").json["object"] == "list")
            let method = try await server.send(.put, MessagesServer.path)
            #expect(method.status == 405 && method.json["error"]?["type"] == "invalid_request_error")
        }
    }
}
