import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Calls of the server's tools, of a client's tools and of both, in the form of Anthropic's Messages.
@Suite(.timeLimit(.minutes(1))) struct MessagesToolTests {
    private static func result(_ id: JSONValue, _ text: String, _ more: [JSONValue] = []) -> JSONValue {
        let block: JSONValue = ["type": "tool_result", "tool_use_id": id, "content": .string(text)]
        return ["role": "user", "content": .array([block] + more)]
    }

    /// The calls of the server's tools are hidden unless they were requested.
    @Test func theServersToolsRunInsideTheRequest() async throws {
        try await MessagesServer.with({ request in
            request.toolOutputs.isEmpty
                ? .toolCalls(
                    ["Tea", "Milk"].enumerated().map { index, title in
                        ScriptedToolCall("createInventory", arguments: #"{"title":"\#(title)"}"#, id: "t\(index)")
                    }
                ) : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }) { messages in
            let user = MessagesServer.user("Add tea and milk")
            let whole = try await messages.send([user])
            let content = whole.json["content"]?.arrayValue ?? []
            #expect(content.map { $0["type"] } == ["text"])
            let text = content.first?["text"]?.stringValue ?? ""
            #expect(text.contains("Tea") && text.contains("Milk"))
            #expect(try messages.asked(1)["messages"]?[1]?["content"]?.arrayValue?.count == 2)
            let frames = try await messages.frames([user], ["torii": ["events": true]])
            let pings = frames.filter { $0["type"] == "ping" }
            let kinds = pings.compactMap { $0["torii"]?["type"]?.stringValue }.filter { $0 != "tool.progress" }
            #expect(kinds.sorted() == ["tool.finished", "tool.finished", "tool.started", "tool.started"])
            #expect(MessagesServer.text(frames).contains("Milk"))
            let shown = try await messages.send([user], ["torii": ["events": true]])
            #expect(shown.json["torii"]?["tool_calls"]?.arrayValue?.count == 2)
        }
    }

    /// A document that a tool has read is a note to the model, at once and in every later request.
    @Test func aDocumentInAResultDoesNotEndASession() async throws {
        try await MessagesServer.with({ _ in .text("Done.") }) { messages in
            let document: JSONValue = [
                "type": "document", "title": "plan",
                "source": ["type": "base64", "media_type": "application/pdf", "data": "JVBE"],
            ]
            let call: JSONValue = ["type": "tool_use", "id": "c1", "name": "find", "input": [:]]
            let result: JSONValue = ["type": "tool_result", "tool_use_id": "c1", "content": [document]]
            var history: [JSONValue] = [
                MessagesServer.user("Read the plan"), ["role": "assistant", "content": [call]],
                ["role": "user", "content": [result]],
            ]
            for turn in 0..<2 {
                let answer = try await messages.send(history, ["tools": [MessagesServer.find]])
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.headers["Torii-Ignored"] == "messages.content.content.document")
                let asked = try messages.asked(turn)["messages"]?.serialized() ?? ""
                #expect(asked.contains(#"[A PDF document \"plan\" was here; it cannot be shown to you.]"#))
                history += [["role": "assistant", "content": "Done."], MessagesServer.user("And now?")]
            }
            let refused = try await messages.send([["role": "user", "content": [document]]])
            #expect(refused.status == 400 && refused.text.contains("their pages as images"))
        }
    }

    /// The results of the client's tools continue the run, which may have called the server's tools in the same round.
    @Test(arguments: [false, true])
    func resultsOfTheClientsToolsContinueTheRun(isMixed: Bool) async throws {
        let calls =
            [ScriptedToolCall("find", arguments: #"{"name":"Naomi"}"#, id: "a")]
            + (isMixed ? [ScriptedToolCall("createInventory", arguments: #"{"title":"Tea"}"#, id: "b")] : [])
        try await MessagesServer.with({ request in
            request.toolOutputs.isEmpty
                ? ScriptedReply([.token("One moment."), .toolCalls(calls, interleaved: false)])
                : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }) { messages in
            let user = MessagesServer.user("Find Naomi")
            let tools: JSONObject = ["tools": [MessagesServer.find]]
            let first = try await messages.send([user], tools)
            #expect(first.json["stop_reason"] == "tool_use")
            let content = first.json["content"]?.arrayValue ?? []
            #expect(content.map { $0["type"] } == ["text", "tool_use"])
            #expect(content.last?["name"] == "find" && content.last?["input"] == ["name": "Naomi"])
            let id = try #require(content.last?["id"])
            #expect(id.stringValue?.hasPrefix("call_") == true)
            let call: JSONValue = ["role": "assistant", "content": .array(content)]
            let second = try await messages.send([user, call, Self.result(id, "at home")], tools)
            let text = try #require(second.json["content"]?[0]?["text"]?.stringValue)
            #expect(text.contains("at home") && text.contains("Tea") == isMixed)
            #expect(second.json["stop_reason"] == "end_turn" && second.headers["Torii-Ignored"] == nil)
            #expect(messages.standIn.requests.count == 2)
            // The same request again has the same reply.
            let frames = try await messages.frames([user, call, Self.result(id, "at home")], tools)
            #expect(MessagesServer.text(frames) == text && frames.first?["message"]?["id"] == second.json["id"])
            #expect(messages.standIn.requests.count == 2)
            // Another result for the same call is refused.
            let other = try await messages.send([user, call, Self.result(id, "elsewhere")], tools)
            #expect(other.status == 409 && other.json["error"]?["type"] == "conflict_error")
            // Results with a text after them are answered from the request's messages.
            let asked: JSONValue = ["type": "text", "text": "And?"]
            let more = try await messages.send([user, call, Self.result(id, "elsewhere", [asked])], tools)
            #expect(more.status == 200 && messages.standIn.requests.count == 3)
            let last = try messages.asked(2)["messages"]?.arrayValue?.last?["content"]?.arrayValue ?? []
            let said = last.last?["text"]?.stringValue.map(StandIns.ChatRequest.withoutNote)
            #expect(last.map { $0["type"] } == ["tool_result", "text"] && said == "And?")
            // The same holds for the result of a call that no run knows.
            let known: JSONValue = ["type": "tool_use", "id": "toolu_x", "name": "find", "input": [:]]
            let unknown = try await messages.send(
                [user, ["role": "assistant", "content": [known]], Self.result("toolu_x", "elsewhere")],
                tools
            )
            #expect(unknown.json["content"]?[0]?["text"] == "elsewhere")
        }
    }

    /// The pieces of a call arrive while the model writes it, and the whole response has the same arguments.
    @Test func argumentsArriveAsTheModelWritesThem() async throws {
        let gate = StandInGate()
        let arguments = #"{"name": "Naomi", "n": 1.50}"#
        try await MessagesServer.with({ _ in
            ScriptedReply([
                .toolCalls([ScriptedToolCall("find", arguments: arguments, id: "a", fragments: 5)], interleaved: false),
                .wait(.gate(gate)),
            ])
        }) { messages in
            let user = MessagesServer.user("Find Naomi")
            let tools: JSONObject = ["tools": [MessagesServer.find]]
            var reader = EventReader(try await messages.stream([user], tools))
            var text = ""
            while text != arguments, let event = try await reader.next() {
                text += try JSONValue(parsing: event.data)["delta"]?["partial_json"]?.stringValue ?? ""
            }
            gate.open()
            let rest = try await reader.rest()
            #expect(rest.map(\.type) == ["content_block_stop", "message_delta", "message_stop"])
            #expect(try JSONValue(parsing: rest[1].data)["delta"]?["stop_reason"] == "tool_use")
            let whole = try await messages.send([user], tools)
            #expect(whole.json["content"]?[0]?["input"] == ["name": "Naomi", "n": 1.5])
        }
    }

    /// A run that waits for a decision ends its answer with a text that names the place for it.
    @Test(arguments: [false, true]) func anApprovalIsText(isStreamed: Bool) async throws {
        try await TestServer.with { settings in
            settings.toolsApproval = ["create-inventory"]
        } _: { server in
            let body: JSONObject = [
                "model": "phrasebook", "max_tokens": 100,
                "messages": [MessagesServer.user(#"Add "lamp" to the inventory, quantity 1"#)],
            ]
            let block: JSONValue?
            if isStreamed {
                let headers = [("anthropic-version", "2023-06-01")]
                let events = try await server.stream(body, path: MessagesServer.path, headers: headers).events()
                let frames = try events.map { try JSONValue(parsing: $0.data) }
                #expect(MessagesServer.text(frames) == #"Add "lamp" (quantity 1) to the inventory?"#)
                #expect(frames[frames.count - 2]["delta"]?["stop_reason"] == "end_turn")
                block = frames[1]["content_block"]
            } else {
                let text = JSONValue.object(body).serialized()
                let answer = try await server.send(
                    .post,
                    MessagesServer.path,
                    body: text,
                    headers: MessagesServer.headers
                )
                #expect(answer.json["stop_reason"] == "end_turn")
                block = answer.json["content"]?[0]
                #expect(block?["text"] == #"Add "lamp" (quantity 1) to the inventory?"#)
            }
            let decide = try #require(block?["torii"]?["decide"]?.stringValue?.split(separator: " ").last)
            let call = try #require(block?["torii"]?["call"])
            let decision: JSONValue = ["decisions": [["call": call, "decision": "approve"]], "stream": false]
            #expect(try await server.send(.post, String(decide), body: decision.serialized()).status == 200)
            let list = try await server.send(.post, "/v1/tools/getInventoryList", body: "{}")
            #expect(list.text.contains("lamp"))
        }
    }
}
