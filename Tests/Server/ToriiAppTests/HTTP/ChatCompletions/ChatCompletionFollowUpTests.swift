import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Follow-ups that send the outputs of a client's tools again or with other fields.
@Suite(.timeLimit(.minutes(1))) struct ChatCompletionFollowUpTests {
    /// A required call is required once per run that waits, and once per request that is continued from its own messages.
    @Test func changedFieldsOfAFollowUpAreReportedAndACallIsRequiredOnce() async throws {
        try await ChatCompletionServer.with({ request in
            request.json["tool_choice"] == "required"
                ? .toolCalls([ScriptedToolCall("find", arguments: "{}", id: "a")]) : .text("Done")
        }) { server, standIn in
            let user: JSONValue = ["role": "user", "content": "Find Naomi"]
            var body: JSONObject = [
                "messages": [user], "tools": [ChatCompletionServer.find], "tool_choice": "required", "seed": 7,
            ]
            func send() async throws -> TestServer.Answer {
                try await server.send(.post, ChatCompletionServer.path, body: JSONValue.object(body).serialized())
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
            body["tools"] = [ChatCompletionServer.find]
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
        try await ChatCompletionServer.with({ request in
            guard let output = request.toolOutputs.first else { return .toolCalls(calls) }
            // The run that waited has the model's ids; the one made from the client's messages has the client's.
            let isFirst = request.messages.contains { $0["tool_call_id"] == "a" }
            return isFirst ? .text("So ", thenError: "Overloaded") : .text(output.text)
        }) { server, standIn in
            var messages: [JSONValue] = []
            func send() async throws -> TestServer.Answer {
                let body: JSONValue = ["messages": .array(messages), "tools": [ChatCompletionServer.find]]
                return try await server.send(.post, ChatCompletionServer.path, body: body.serialized())
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
        try await ChatCompletionServer.with({ request in
            guard !request.toolOutputs.isEmpty else {
                return .toolCalls([ScriptedToolCall("find", arguments: "{}", id: "a")])
            }
            // The run that waited has the model's id; the one made from the client's messages has the client's.
            let isFirst = request.messages.contains { $0["tool_call_id"] == "a" }
            return isFirst && fails ? .text("So ", thenError: "Overloaded") : .text("Done")
        }) { server, standIn in
            var messages: [JSONValue] = [["role": "user", "content": "Find Naomi"]]
            func send(_ key: String) async throws -> TestServer.Answer {
                let body: JSONValue = ["messages": .array(messages), "tools": [ChatCompletionServer.find]]
                return try await server.send(
                    .post,
                    ChatCompletionServer.path,
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
}
