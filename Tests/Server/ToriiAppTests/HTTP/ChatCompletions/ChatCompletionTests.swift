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
    @Test func theBuiltInModelAnswers() async throws {
        try await TestServer.with { server in
            let body = #"{"model":"phrasebook","messages":[{"role":"user","content":"Add 3 green tea bags"}]}"#
            let answer = try await server.send(.post, ChatCompletionServer.path, body: body)
            #expect(answer.status == 200)
            let choice = answer.json["choices"]?[0]
            #expect(choice?["finish_reason"] == "stop")
            let content = try #require(choice?["message"]?["content"]?.stringValue)
            #expect(content.contains("green tea bags"))
            #expect(answer.json["model"] == "phrasebook")
            #expect(answer.json["id"]?.stringValue?.hasPrefix("chatcmpl-") == true)
            let list = #"{"stream":true,"messages":[{"role":"user","content":"List the inventory"}]}"#
            let stream = try await server.send(.post, ChatCompletionServer.path, body: list)
            #expect(stream.headers["Content-Type"] == "text/event-stream")
            #expect(ChatCompletionServer.frames(stream).last == "[DONE]")
            #expect(try ChatCompletionServer.text(stream).contains("green tea bags"))
        }
    }

    @Test func allSupportedFieldsReachTheModel() async throws {
        try await ChatCompletionServer.with({ _ in .text("Hello") }) { server, standIn in
            let body = """
                {"model":"openai:m","temperature":0.5,"top_p":0.9,"max_completion_tokens":50,"stop":["END"],"seed":7,\
                "presence_penalty":1,"tool_choice":"none","user":"u","nonsense":1,"messages":[\
                {"role":"system","content":"Speak like a pirate."},{"role":"user","content":"First"},\
                {"role":"assistant","content":"Aye"},{"role":"user","content":[{"type":"text","text":"Second"}]}]}
                """
            let answer = try await server.send(.post, ChatCompletionServer.path, body: body)
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
            let answer = try await server.send(.post, ChatCompletionServer.path, body: body)
            #expect(answer.headers["Torii-Ignored"] == "user, max_tokens, seed")
            #expect(answer.headers["Torii-Emulated"] == "stop, parallel_tool_calls")
            let plain = #"{"messages":[{"role":"user","content":"List the inventory"}]}"#
            #expect(
                try await server.send(.post, ChatCompletionServer.path, body: plain).headers["Torii-Emulated"] == nil
            )
        }
    }

    /// A history with a document, half an emoji, a call without its output and an answer at its end has a reply.
    @Test func aHistoryDoesNotEndASession() async throws {
        try await ChatCompletionServer.with({ _ in .text("four.") }) { server, standIn in
            let body = #"""
                {"model":"openai:m","tools":[{"type":"custom","custom":{"name":"a"}}],"messages":[
                {"role":"user","content":[{"type":"text","text":"What is this? \ud83d"},
                {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,JVBE"}}]},
                {"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
                {"role":"user","content":"Two and two?"},{"role":"assistant","content":"That is"}]}
                """#
            let answer = try await server.send(.post, ChatCompletionServer.path, body: body)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["choices"]?[0]?["message"]?["content"] == "four.")
            #expect(answer.headers["Torii-Ignored"] == "messages.content.file, tools.custom")
            #expect(answer.headers["Torii-Emulated"] == "messages")
            let asked = try JSONValue(parsing: standIn.requests[0].body)["messages"]?.serialized() ?? ""
            #expect(asked.contains("What is this? \u{FFFD}"))
            #expect(asked.contains(#"[A file \"a.pdf\" was here; it cannot be shown to you.]"#))
            #expect(asked.contains("No output was recorded for this call."))
            #expect(asked.contains("Continue your last message"))
        }
    }

    /// A model's refusal is its reply, with the tokens that the provider has counted.
    @Test func aRefusalIsTheReply() async throws {
        try await ChatCompletionServer.with({ _ in ScriptedReply([.refusal("I can"), .refusal("not.")], usage: (7, 3)) }
        ) { server, _ in
            var body: JSONObject = ["messages": [["role": "user", "content": "Do it"]]]
            let whole = try await server.send(
                .post,
                ChatCompletionServer.path,
                body: JSONValue.object(body).serialized()
            )
            #expect(whole.status == 200)
            let choice = whole.json["choices"]?[0]
            #expect(choice?["finish_reason"] == "stop")
            #expect(choice?["message"] == ["role": "assistant", "content": .null, "refusal": "I cannot."])
            #expect(whole.json["usage"]?["total_tokens"] == 10)
            body["stream_options"] = ["include_usage": true]
            let stream = try await server.stream(body, path: ChatCompletionServer.path).events().map(\.data)
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
        try await ChatCompletionServer.with({ _ in .tokens([##"{"name":"##, ##""Ada"}"##]) }) { server, _ in
            for stream in [false, true] {
                let body: JSONValue = [
                    "messages": [["role": "user", "content": "Who?"]], "response_format": format,
                    "tool_choice": "none", "stream": .bool(stream),
                ]
                let answer = try await server.send(.post, ChatCompletionServer.path, body: body.serialized())
                let content =
                    stream
                    ? try ChatCompletionServer.text(answer)
                    : answer.json["choices"]?[0]?["message"]?["content"]?.stringValue ?? ""
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
            (#"{"model":"m","input":[{"role":"user","content":"hi"}],"stream":true}"#, 400, "input"),
            (
                #"{"messages":[{"role":"user","content":[{"type":"file","file":{}},{"type":"text","text":"hi"}]}]}"#,
                400,
                "messages.[0].content.[0].type"
            ),
            (#"{"messages":[{"role":"user","content":"hi"}],"model":"gpt-none"}"#, 404, "model"),
            (
                #"{"messages":[{"role":"user","content":"hi"}],"tool_choice":{"type":"function","function":{"name":"f"}}}"#,
                400, "tool_choice"
            ),
        ] as [(String, Int, String)]
    )
    func aFaultIsAnErrorObject(body: String, status: Int, param: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, ChatCompletionServer.path, body: body)
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
            let method = try await server.send(.put, ChatCompletionServer.path)
            #expect(method.status == 405)
            #expect(method.json["error"]?["type"] == "invalid_request_error")
        }
    }
}
