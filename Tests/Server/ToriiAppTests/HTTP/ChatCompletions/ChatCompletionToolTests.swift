import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Calls of a client's tools, and of the server's tools that a client makes, in the form of OpenAI's chat completions.
@Suite(.timeLimit(.minutes(1))) struct ChatCompletionToolTests {
    @Test(arguments: [false, true])
    func outputsOfTheClientsToolsContinueTheRun(isMixed: Bool) async throws {
        let calls =
            [ScriptedToolCall("find", arguments: #"{"name":"Naomi"}"#, id: "a")]
            + (isMixed ? [ScriptedToolCall("createInventory", arguments: #"{"title":"Tea"}"#, id: "b")] : [])
        try await ChatCompletionServer.with({ request in
            request.toolOutputs.isEmpty
                ? .toolCalls(calls) : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }) { server, standIn in
            var messages: [JSONValue] = [["role": "user", "content": "Find Naomi"]]
            func send(_ stream: Bool = false) async throws -> TestServer.Answer {
                let body: JSONValue = [
                    "messages": .array(messages), "tools": [ChatCompletionServer.find], "stream": .bool(stream),
                ]
                return try await server.send(.post, ChatCompletionServer.path, body: body.serialized())
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
            #expect(try ChatCompletionServer.text(stream) == content)
            #expect(ChatCompletionServer.frames(stream).last == "[DONE]")
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
        try await ChatCompletionServer.with({ _ in
            var reply = ScriptedReply([
                .toolCalls([ScriptedToolCall("find", arguments: arguments, id: "a", fragments: 5)], interleaved: false),
                .wait(.gate(gate)),
            ])
            if isBrokenOff { reply.streamError = "Overloaded" }
            return reply
        }) { server, standIn in
            let user: JSONValue = ["role": "user", "content": "Find Naomi"]
            let body: JSONObject = ["messages": [user], "tools": [ChatCompletionServer.find]]
            let response = try await server.stream(body, path: ChatCompletionServer.path)
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
            let whole = try await server.send(
                .post,
                ChatCompletionServer.path,
                body: JSONValue.object(body).serialized()
            )
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

    /// The client's data for one of the server's tools is JSON text, and the model receives the server's wording of it.
    @Test func aClientMakesTheCallOfAServersTool() async throws {
        try await ChatCompletionServer.with({ request in
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
                return try await server.send(.post, ChatCompletionServer.path, body: body.serialized())
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
}
