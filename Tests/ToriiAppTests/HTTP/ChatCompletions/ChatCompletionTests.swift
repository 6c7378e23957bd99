import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// OpenAI's chat completions over HTTP.
///
/// AgentWireTests test the format alone.
@Suite(.timeLimit(.minutes(1))) struct ChatCompletionTests {
    private static let path = "/v1/chat/completions"
    private static let find: JSONValue = [
        "type": "function",
        "function": [
            "name": "find", "description": "Finds", "parameters": ["type": "object", "properties": [:]],
        ],
    ]

    private func with(
        _ script: @escaping @Sendable (StandIns.ChatRequest) -> ScriptedReply,
        dataDirectory: String? = nil,
        _ body: (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with(dataDirectory: dataDirectory) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    /// Returns the data of a stream's frames.
    private func frames(_ answer: TestServer.Answer) -> [String] {
        answer.text.components(separatedBy: "\n\n").compactMap { frame in
            frame.hasPrefix("data: ") ? String(frame.dropFirst(6)) : nil
        }
    }

    /// Returns the text of a stream's chunks.
    private func text(_ answer: TestServer.Answer) throws -> String {
        try frames(answer).dropLast().map { frame in
            try JSONValue(parsing: frame.utf8)["choices"]?[0]?["delta"]?["content"]?.stringValue ?? ""
        }
        .joined()
    }

    @Test func theBuiltInModelAnswers() async throws {
        try await TestServer.with { server in
            let body = #"{"model":"phrasebook","messages":[{"role":"user","content":"Add 3 green tea bags"}]}"#
            let answer = try await server.send(.post, Self.path, body: body)
            #expect(answer.status == 200)
            let choice = answer.json["choices"]?[0]
            #expect(choice?["finish_reason"] == "stop")
            let content = try #require(choice?["message"]?["content"]?.stringValue)
            #expect(content.contains("green tea bags"))
            #expect(answer.json["model"] == "phrasebook")
            #expect(answer.json["id"]?.stringValue?.hasPrefix("chatcmpl-") == true)
            let list = #"{"stream":true,"messages":[{"role":"user","content":"List the inventory"}]}"#
            let stream = try await server.send(.post, Self.path, body: list)
            #expect(stream.headers["Content-Type"] == "text/event-stream")
            #expect(frames(stream).last == "[DONE]")
            #expect(try text(stream).contains("green tea bags"))
        }
    }

    @Test func allSupportedFieldsReachTheModel() async throws {
        try await with({ _ in .text("Hello") }) { server, standIn in
            let body = """
                {"model":"openai:m","temperature":0.5,"top_p":0.9,"max_completion_tokens":50,"stop":["END"],"seed":7,\
                "presence_penalty":1,"tool_choice":"none","user":"u","nonsense":1,"messages":[\
                {"role":"system","content":"Speak like a pirate."},{"role":"user","content":"First"},\
                {"role":"assistant","content":"Aye"},{"role":"user","content":[{"type":"text","text":"Second"}]}]}
                """
            let answer = try await server.send(.post, Self.path, body: body)
            #expect(answer.json["choices"]?[0]?["message"]?["content"] == "Hello")
            let asked = StandIns.ChatRequest(
                try JSONValue(parsing: #require(standIn.requests.first).body)
            )
            #expect(asked.json["temperature"] == 0.5)
            #expect(asked.json["top_p"] == 0.9)
            #expect(asked.json["stop"] == ["END"])
            #expect(asked.json["seed"] == 7)
            #expect(asked.json["presence_penalty"]?.doubleValue == 1)
            #expect(asked.toolNames.isEmpty)
            #expect(asked.messages.count == 4)
            #expect(asked.messages[0]["content"]?.stringValue?.contains("Speak like a pirate.") == true)
            #expect(asked.lastUserText == "Second")
            let ignored = try #require(answer.headers["Torii-Ignored"])
            #expect(ignored.contains("user") && ignored.contains("nonsense"))
            // Nothing of it is left in the client's conversations.
            let conversations = try await server.send(.get, "/v1/conversations")
            #expect(conversations.json["conversations"] == [])
        }
    }

    @Test func ignoredAndEmulatedFieldsAreReported() async throws {
        try await TestServer.with { server in
            let body = """
                {"messages":[{"role":"user","content":"List the inventory"}],"user":"u","max_tokens":50,"seed":7,"stop":["END"],\
                "parallel_tool_calls":false}
                """
            let answer = try await server.send(.post, Self.path, body: body)
            #expect(answer.headers["Torii-Ignored"] == "user, max_tokens, seed")
            #expect(answer.headers["Torii-Emulated"] == "stop, parallel_tool_calls")
            let plain = #"{"messages":[{"role":"user","content":"List the inventory"}]}"#
            #expect(try await server.send(.post, Self.path, body: plain).headers["Torii-Emulated"] == nil)
        }
    }

    @Test(arguments: [false, true])
    func outputsOfTheClientsToolsContinueTheRun(isMixed: Bool) async throws {
        let calls =
            [ScriptedToolCall("find", arguments: #"{"name":"Naomi"}"#, id: "a")]
            + (isMixed ? [ScriptedToolCall("createInventory", arguments: #"{"title":"Tea"}"#, id: "b")] : [])
        try await with({ request in
            request.toolOutputs.isEmpty
                ? .toolCalls(calls) : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }) { server, standIn in
            var messages: [JSONValue] = [["role": "user", "content": "Find Naomi"]]
            func send(_ stream: Bool = false) async throws -> TestServer.Answer {
                let body: JSONValue = ["messages": .array(messages), "tools": [Self.find], "stream": .bool(stream)]
                return try await server.send(.post, Self.path, body: body.serialized())
            }
            let first = try await send()
            let choice = first.json["choices"]?[0]
            #expect(choice?["finish_reason"] == "tool_calls")
            let asked = choice?["message"]?["tool_calls"]?.arrayValue ?? []
            #expect(asked.map { $0["function"]?["name"] } == ["find"])
            #expect(asked.first?["function"]?["arguments"] == #"{"name":"Naomi"}"#)
            let id = try #require(asked.first?["id"]?.stringValue)
            #expect(id != "a")
            messages.append(choice?["message"] ?? .null)
            messages.append(["role": "tool", "tool_call_id": .string(id), "content": "at home"])
            let second = try await send()
            let content = try #require(second.json["choices"]?[0]?["message"]?["content"]?.stringValue)
            #expect(content.contains("at home"))
            #expect(content.contains("Tea") == isMixed)
            #expect(standIn.requests.count == 2)
            // The same request again has the same reply.
            #expect(try await send().json["choices"] == second.json["choices"])
            let stream = try await send(true)
            #expect(try text(stream) == content)
            #expect(frames(stream).last == "[DONE]")
            #expect(standIn.requests.count == 2)
            // Another output for the same call is refused.
            messages[2] = ["role": "tool", "tool_call_id": .string(id), "content": "elsewhere"]
            let other = try await send()
            #expect(other.status == 409)
            #expect(other.json["error"]?["message"]?.stringValue?.contains("the first ones count") == true)
            // A call that no run knows is continued from the messages.
            messages[1] = [
                "role": "assistant",
                "tool_calls": [
                    ["id": "call_x", "type": "function", "function": ["name": "find", "arguments": "{}"]]
                ],
            ]
            messages[2] = ["role": "tool", "tool_call_id": "call_x", "content": "elsewhere"]
            #expect(try await send().json["choices"]?[0]?["message"]?["content"] == "elsewhere")
            #expect(standIn.requests.count == 3)
        }
    }

    /// The pieces of a call arrive while the model writes it, and the whole response has the same text.
    @Test(arguments: [false, true])
    func argumentsArriveAsTheModelWritesThem(isBrokenOff: Bool) async throws {
        let gate = StandInGate()
        let arguments = #"{"name": "Naomi", "n": 1.50}"#
        try await with({ _ in
            var reply = ScriptedReply([
                .toolCalls([ScriptedToolCall("find", arguments: arguments, id: "a", fragments: 5)], interleaved: false),
                .wait(.gate(gate)),
            ])
            if isBrokenOff { reply.streamError = "Overloaded" }
            return reply
        }) { server, standIn in
            let user: JSONValue = ["role": "user", "content": "Find Naomi"]
            let body: JSONObject = ["messages": [user], "tools": [Self.find]]
            let response = try await server.stream(body, path: Self.path)
            var reader = EventReader(response)
            var calls: [JSONValue] = []
            // Pieces that arrive together are joined.
            while calls.map({ $0["function"]?["arguments"]?.stringValue ?? "" }).joined() != arguments,
                let event = try await reader.next()
            {
                let delta = try JSONValue(parsing: event.data)["choices"]?[0]?["delta"]
                calls += delta?["tool_calls"]?.arrayValue ?? []
            }
            let id = try #require(calls.first?["id"]?.stringValue)
            #expect(id.hasPrefix("call_") && calls.first?["function"] == ["name": "find", "arguments": ""])
            #expect(calls.dropFirst().allSatisfy { $0.objectValue?.keys == ["index", "function"] })
            gate.open()
            let rest = try await reader.rest().map(\.data)
            guard !isBrokenOff else {
                #expect(try rest.map { try JSONValue(parsing: $0)["error"]?["type"] } == ["server_error"])
                return
            }
            #expect(rest.last == "[DONE]" && rest.first?.contains(#""finish_reason":"tool_calls""#) == true)
            let whole = try await server.send(.post, Self.path, body: JSONValue.object(body).serialized())
            let message = whole.json["choices"]?[0]?["message"]
            #expect(message?["tool_calls"]?[0]?["function"]?["arguments"]?.stringValue == arguments)
            // The native API shows the same call as a required action.
            let waiting = try await server.send(.get, "/v1/runs?status=waiting").json["runs"]?.arrayValue ?? []
            #expect(
                waiting.map { $0["actions"]?[0]?["arguments"] } == [
                    ["name": "Naomi", "n": 1.5], ["name": "Naomi", "n": 1.5],
                ]
            )
            #expect(standIn.requests.count == 2)
        }
    }

    /// A model's refusal is its reply, with the tokens that the provider has counted.
    @Test func aRefusalIsTheReply() async throws {
        try await with({ _ in ScriptedReply([.refusal("I can"), .refusal("not.")], usage: (7, 3)) }) { server, _ in
            var body: JSONObject = ["messages": [["role": "user", "content": "Do it"]]]
            let whole = try await server.send(.post, Self.path, body: JSONValue.object(body).serialized())
            #expect(whole.status == 200)
            let choice = whole.json["choices"]?[0]
            #expect(choice?["finish_reason"] == "stop")
            #expect(choice?["message"] == ["role": "assistant", "content": .null, "refusal": "I cannot."])
            #expect(whole.json["usage"]?["total_tokens"] == 10)
            body["stream_options"] = ["include_usage": true]
            let stream = try await server.stream(body, path: Self.path).events().map(\.data)
            let chunks = try stream.dropLast().map { try JSONValue(parsing: $0) }
            let words = chunks.compactMap { $0["choices"]?[0]?["delta"]?["refusal"]?.stringValue }
            #expect(words.joined() == "I cannot." && stream.last == "[DONE]")
            #expect(chunks.last?["usage"]?["total_tokens"] == 10)
            // The native API has a field for it beside the text.
            let native = try await server.send(.post, "/v1/chat", body: #"{"message":"Do it"}"#)
            #expect(
                native.json["message"] == ["role": "assistant", "text": "I cannot.", "artifacts": [], "refused": true]
            )
            let extraction = #"{"text":"Do it","schema":{"type":"object","properties":{}}}"#
            let refused = try await server.send(.post, "/v1/extract", body: extraction)
            #expect(refused.json["type"] == "urn:torii:problem:refused")
        }
    }

    /// A required call is required once per run that waits, and once per request that is continued from its own messages.
    @Test func changedFieldsOfAFollowUpAreReportedAndACallIsRequiredOnce() async throws {
        try await with({ request in
            request.json["tool_choice"] == "required"
                ? .toolCalls([ScriptedToolCall("find", arguments: "{}", id: "a")]) : .text("Done")
        }) { server, standIn in
            let user: JSONValue = ["role": "user", "content": "Find Naomi"]
            var body: JSONObject = ["messages": [user], "tools": [Self.find], "tool_choice": "required", "seed": 7]
            func send() async throws -> TestServer.Answer {
                try await server.send(.post, Self.path, body: JSONValue.object(body).serialized())
            }
            func choices() throws -> [JSONValue?] {
                try standIn.requests.map { try JSONValue(parsing: $0.body)["tool_choice"] }
            }
            let message = try #require(try await send().json["choices"]?[0]?["message"])
            let id = try #require(message["tool_calls"]?[0]?["id"])
            body["messages"] = [user, message, ["role": "tool", "tool_call_id": id, "content": "at home"]]
            body["seed"] = 8
            body["tools"] = nil
            body["tool_choice"] = nil
            let second = try await send()
            #expect(second.json["choices"]?[0]?["message"]?["content"] == "Done")
            #expect(second.headers["Torii-Ignored"] == "tools, tool_choice, seed")
            #expect(try choices() == ["required", nil])
            #expect(try JSONValue(parsing: standIn.requests[1].body)["seed"] == 7)
            // This repeats it with a call that no run knows.
            let call: JSONValue = [
                "id": "call_x", "type": "function", "function": ["name": "find", "arguments": "{}"],
            ]
            body["messages"] = [
                user, ["role": "assistant", "tool_calls": [call]],
                ["role": "tool", "tool_call_id": "call_x", "content": "at home"],
            ]
            body["tools"] = [Self.find]
            body["tool_choice"] = "required"
            let own = try await send()
            #expect(own.json["choices"]?[0]?["finish_reason"] == "tool_calls")
            #expect(own.headers["Torii-Ignored"] == nil)
            #expect(try choices() == ["required", nil, "required"])
        }
    }

    /// The model fails after the output: another attempt is made from the messages, unless tools of the server were called.
    @Test(arguments: [false, true])
    func theSameOutputsAreAnotherAttempt(isMixed: Bool) async throws {
        let calls =
            [ScriptedToolCall("find", arguments: "{}", id: "a")]
            + (isMixed ? [ScriptedToolCall("createInventory", arguments: #"{"title":"Tea"}"#, id: "b")] : [])
        try await with({ request in
            guard let output = request.toolOutputs.first else { return .toolCalls(calls) }
            // The run that waited has the model's ids; the one made from the client's messages has the client's.
            let isFirst = request.messages.contains { $0["tool_call_id"] == "a" }
            return isFirst ? .text("So ", thenError: "Overloaded") : .text(output.text)
        }) { server, standIn in
            var messages: [JSONValue] = []
            func send() async throws -> TestServer.Answer {
                let body: JSONValue = ["messages": .array(messages), "tools": [Self.find]]
                return try await server.send(.post, Self.path, body: body.serialized())
            }
            // A failed turn leaves nothing for the next one.
            for count in 1...2 {
                messages = [["role": "user", "content": "Find Naomi"]]
                let message = try #require(try await send().json["choices"]?[0]?["message"])
                let id = try #require(message["tool_calls"]?[0]?["id"])
                messages += [message, ["role": "tool", "tool_call_id": id, "content": "at home"]]
                let failed = try await send()
                #expect(failed.status == 502)
                // Another call of the server's tool would repeat its effect.
                #expect(failed.headers["X-Should-Retry"] == (isMixed ? "false" : nil))
                let again = try await send()
                #expect(again.status == (isMixed ? 502 : 200))
                #expect(isMixed || again.json["choices"]?[0]?["message"]?["content"] == "at home")
                #expect(standIn.requests.count == count * (isMixed ? 2 : 3))
            }
            #expect(try await server.send(.get, "/v1/conversations").json["conversations"] == [])
        }
    }

    /// A follow-up with its own key has one reply, whether the model answered or failed.
    @Test(arguments: [false, true])
    func aFollowUpWithAKeyHasOneReply(fails: Bool) async throws {
        try await with({ request in
            guard !request.toolOutputs.isEmpty else {
                return .toolCalls([ScriptedToolCall("find", arguments: "{}", id: "a")])
            }
            // The run that waited has the model's id; the one made from the client's messages has the client's.
            let isFirst = request.messages.contains { $0["tool_call_id"] == "a" }
            return isFirst && fails ? .text("So ", thenError: "Overloaded") : .text("Done")
        }) { server, standIn in
            var messages: [JSONValue] = [["role": "user", "content": "Find Naomi"]]
            func send(_ key: String) async throws -> TestServer.Answer {
                let body: JSONValue = ["messages": .array(messages), "tools": [Self.find]]
                return try await server.send(
                    .post,
                    Self.path,
                    body: body.serialized(),
                    headers: [("Content-Type", "application/json"), ("Idempotency-Key", key)]
                )
            }
            let message = try #require(try await send("first").json["choices"]?[0]?["message"])
            let id = try #require(message["tool_calls"]?[0]?["id"])
            messages += [message, ["role": "tool", "tool_call_id": id, "content": "at home"]]
            // The key of the request that started the run is not valid for its outputs.
            #expect(try await send("first").status == 422)
            for _ in 1...2 {
                let reply = try await send("second")
                #expect(reply.status == (fails ? 502 : 200))
                #expect(fails || reply.json["choices"]?[0]?["message"]?["content"] == "Done")
                #expect(standIn.requests.count == 2)
            }
            let third = try await send("third")
            #expect(third.json["choices"]?[0]?["message"]?["content"] == "Done")
            #expect(standIn.requests.count == (fails ? 3 : 2))
            messages[2] = ["role": "tool", "tool_call_id": id, "content": "elsewhere"]
            #expect(try await send("second").status == 422)
            messages = [["role": "user", "content": "Find Ben"]]
            #expect(try await send("second").status == 422)
        }
    }

    /// The client's data for one of the server's tools is JSON text, and the model receives the server's wording of it.
    @Test func aClientMakesTheCallOfAServersTool() async throws {
        try await with({ request in
            request.toolOutputs.isEmpty
                ? .toolCalls([ScriptedToolCall("findContacts", arguments: #"{"month":12}"#, id: "a")])
                : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }) { server, _ in
            var messages: [JSONValue] = [["role": "user", "content": "Who was born in December?"]]
            let offered: JSONValue = [
                "type": "function", "function": ["name": "findContacts", "description": "contacts of the phone"],
            ]
            func send() async throws -> TestServer.Answer {
                let body: JSONValue = ["messages": .array(messages), "tools": [offered]]
                return try await server.send(.post, Self.path, body: body.serialized())
            }
            let message = try #require(try await send().json["choices"]?[0]?["message"])
            let id = try #require(message["tool_calls"]?[0]?["id"])
            func output(_ contacts: String) -> JSONValue {
                ["role": "tool", "tool_call_id": id, "content": .string(contacts)]
            }
            messages += [message, output(#"{"contacts":[{"givenName":7}]}"#)]
            let misfit = try await send()
            #expect(misfit.status == 400)
            let text = try #require(misfit.json["error"]?["message"]?.stringValue)
            #expect(text.hasPrefix("messages.[2].content.contacts") && !text.contains("errors"))
            messages[2] = output(
                #"{"contacts":[{"givenName":"Hanako","birthday":"--12-03","phone":"+81-90-0000-0001"}]}"#
            )
            let content = try #require(try await send().json["choices"]?[0]?["message"]?["content"]?.stringValue)
            #expect(content.contains("Hanako (") && !content.contains("givenName") && !content.contains("+81"))
        }
    }

    @Test func aReplyFollowsItsSchema() async throws {
        let format: JSONValue = [
            "type": "json_schema",
            "json_schema": [
                "name": "person", "strict": true,
                "schema": [
                    "type": "object", "properties": ["name": ["type": "string"]], "required": ["name"],
                    "additionalProperties": false,
                ],
            ],
        ]
        try await with({ _ in .tokens([##"{"name":"##, ##""Ada"}"##]) }) { server, _ in
            for stream in [false, true] {
                let body: JSONValue = [
                    "messages": [["role": "user", "content": "Who?"]], "response_format": format,
                    "tool_choice": "none", "stream": .bool(stream),
                ]
                let answer = try await server.send(.post, Self.path, body: body.serialized())
                let content =
                    stream ? try text(answer) : answer.json["choices"]?[0]?["message"]?["content"]?.stringValue ?? ""
                #expect(try JSONValue(parsing: content.utf8) == ["name": "Ada"])
            }
        }
    }

    @Test(
        arguments: [
            (#"{"messages":[]}"#, 400, "messages"),
            (#"{"messages":[{"role":"user","content":"hi"}],"stream":"yes"}"#, 400, "stream"),
            (#"{"messages":[{"role":"user","content":"hi"}],"max_tokens":0}"#, 400, "max_tokens"),
            (#"{"messages":[{"role":"user","content":"hi"}],"n":2}"#, 400, "n"),
            (#"{"messages":[{"role":"poet","content":"hi"}]}"#, 400, "messages.[0].role"),
            (#"{"messages":[{"role":"tool","tool_call_id":"x","content":"hi"}]}"#, 400, "messages.[0].tool_call_id"),
            (
                #"{"messages":[{"role":"system","content":" "},{"role":"user","content":[{"type":"text","text":"hi"},"#
                    + #"{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}]}"#,
                400, "messages.[1].content.[1]"
            ),
            (
                #"{"messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","#
                    + #""function":{"name":"f","arguments":{}}}]},{"role":"tool","tool_call_id":"a","content":"hi"}]}"#,
                400, "messages.[1].tool_calls.[0].function.arguments"
            ),
            (
                #"{"messages":[{"role":"user","content":"hi"}],"#
                    + #""tools":[{"type":"function","function":{"name":"getInventoryList"}}]}"#,
                400, "tools.[0].function.name"
            ),
            (#"{"messages":[{"role":"user","content":"hi"}],"torii":{"tools":["fly"]}}"#, 400, "torii.tools"),
            (#"{"messages":[{"role":"user","content":"hi"}],"model":"gpt-none"}"#, 404, "model"),
            (
                #"{"messages":[{"role":"user","content":"hi"}],"tool_choice":{"type":"function","function":{"name":"f"}}}"#,
                400, "tool_choice"
            ),
        ] as [(String, Int, String)]
    )
    func aFaultIsAnErrorObject(body: String, status: Int, param: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, Self.path, body: body)
            #expect(answer.status == status)
            let error = answer.json["error"]
            #expect(error?["type"] == "invalid_request_error")
            #expect(error?["param"] == .string(param))
            #expect(answer.headers["X-Should-Retry"] == "false")
            #expect(answer.headers["X-Request-ID"]?.isEmpty == false)
        }
    }

    @Test func aModelsNameMayHaveASlash() async throws {
        try await TestServer.with { settings in
            settings.models = [ModelReference(provider: .openai, name: "org/m")]
        } _: { server in
            let model = try await server.send(.get, "/v1/models/openai:org%2Fm")
            #expect(model.json["id"] == "openai:org/m")
            #expect(try await server.send(.get, "/v1/models/openai%3Aorg%2Fm").status == 200)
            #expect(try await server.send(.get, "/v1/models/openai%3Aorg%2").status == 404)
        }
    }

    @Test func theModelsAreListed() async throws {
        try await TestServer.with { server in
            let list = try await server.send(.get, "/v1/models")
            #expect(list.json["data"]?[0]?["id"] == "phrasebook")
            #expect(try await server.send(.get, "/v1/models/phrasebook").json == list.json["data"]?[0])
            let unknown = try await server.send(.get, "/v1/models/none")
            #expect(unknown.status == 404)
            #expect(unknown.json["error"]?["code"] == "model_not_found")
            let stranger = try await server.send(.get, "/v1/models", token: nil)
            #expect(stranger.status == 401)
            #expect(stranger.json["error"]?["code"] == "invalid_api_key")
            let method = try await server.send(.put, Self.path)
            #expect(method.status == 405)
            #expect(method.json["error"]?["type"] == "invalid_request_error")
        }
    }
}
