import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Calls of the server's tools, of a client's tools and of both, in the form of Responses.
@Suite(.timeLimit(.minutes(1))) struct ResponseToolTests {
    private static let user: JSONValue = ["role": "user", "content": "go"]
    private static let tools: JSONObject = ["tools": [ResponseServer.find]]

    /// A model that makes some calls at first, and then reports their outputs.
    private static func script(
        _ calls: ScriptedToolCall...
    ) -> @Sendable (StandIns.ChatRequest) -> ScriptedReply {
        { request in
            request.toolOutputs.isEmpty
                ? .toolCalls(calls) : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }
    }

    private static let finding = ScriptedToolCall("find", arguments: #"{"name":"Naomi"}"#, id: "a")
    private static let adding = ScriptedToolCall("createInventory", arguments: #"{"title":"Tea"}"#, id: "b")
    private static let deletion = ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#, id: "c")

    private static func makeItem(_ server: TestServer) async throws {
        let made = try await server.send(.post, "/mcp/tools/create-inventory", body: #"{"title":"lamp"}"#)
        #expect(made.text.contains("ID: 1 - lamp"))
    }

    private static func hasItem(_ server: TestServer) async throws -> Bool {
        try await server.send(.post, "/mcp/tools/get-inventory", body: #"{"id":1}"#).text.contains("lamp")
    }

    // MARK: - Tools of the client

    /// A client names the earlier response, or sends all items again.
    @Test(arguments: [true, false], [false, true])
    func outputsOfTheClientsToolsContinueTheRun(isNamed: Bool, isMixed: Bool) async throws {
        let script = isMixed ? Self.script(Self.finding, Self.adding) : Self.script(Self.finding)
        try await ResponseServer.with(script) { responses in
            let first = try await responses.send([Self.user], Self.tools)
            #expect(first.json["status"] == "completed")
            #expect(
                Set(ResponseServer.types(first.json))
                    == (isMixed ? ["function_call", "torii:tool_call"] : ["function_call"])
            )
            let call = ResponseServer.call(first.json)
            #expect(call.stringValue?.hasPrefix("call_") == true)
            func send(_ text: String, _ isStreamed: Bool = false) async throws -> TestServer.Answer {
                var body = Self.tools
                var input = [ResponseServer.output(call, text)]
                if isNamed {
                    body["previous_response_id"] = .string(first.responseID)
                } else {
                    input = [Self.user] + (first.json["output"]?.arrayValue ?? []) + input
                }
                body["stream"] = .bool(isStreamed)
                return try await responses.send(.array(input), body)
            }
            let second = try await send("at home")
            #expect(second.status == 200, "\(second.text)")
            #expect(second.responseText.contains("at home") && second.responseText.contains("Tea") == isMixed)
            #expect(second.json["previous_response_id"]?.stringValue == first.responseID)
            #expect(second.responseID == first.responseID + "_1" && second.headers["Torii-Ignored"] == nil)
            #expect(second.json["conversation"] == first.json["conversation"])
            #expect(responses.standIn.requests.count == 2)
            // The same request again has the same response, with a stream too.
            #expect(try await send("at home").json == second.json)
            let frames = try ResponseServer.frames(try await send("at home", true))
            #expect(frames.last?["response"] == second.json)
            #expect(frames.map { $0["sequence_number"]?.intValue } == Array(frames.indices))
            // Another output for the same call is refused.
            #expect(try await send("elsewhere").status == 409)
            #expect(responses.standIn.requests.count == 2)
            // Both responses are stored, and the last one can be followed.
            #expect(try await responses.get(first.responseID).json == first.json)
            #expect(try await responses.get(second.responseID).json == second.json)
            let third = try await responses.send("next", ["previous_response_id": .string(second.responseID)])
            #expect(third.status == 200 && third.json["conversation"] == first.json["conversation"])
        }
    }

    /// Two rounds of calls, and both kinds of calls streamed.
    @Test func everyWaitHasItsResponse() async throws {
        try await ResponseServer.with({ request in
            request.toolOutputs.count < 2
                ? .toolCalls([ScriptedToolCall("find", arguments: "{}", id: "a\(request.toolOutputs.count)")])
                : .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }) { responses in
            var last = try await responses.frames([Self.user], Self.tools).last?["response"]
            var ids: [String] = []
            for text in ["one", "two"] {
                let id = last?["id"]?.stringValue ?? ""
                ids.append(id)
                let output = ResponseServer.output(ResponseServer.call(last), text)
                var more = Self.tools
                more["previous_response_id"] = .string(id)
                let frames = try await responses.frames([output], more)
                last = frames.last?["response"]
                #expect(last?["previous_response_id"]?.stringValue == id)
                let stored = try await responses.get(last?["id"]?.stringValue ?? "", "?stream=true")
                #expect(try ResponseServer.frames(stored) == frames)
            }
            #expect(ResponseServer.text(last) == "one|two")
            #expect(last?["id"]?.stringValue == "\(ids[0])_2" && ids[1] == "\(ids[0])_1")
            // Outputs for a run that has ended, or that never was, are answered from the messages, or refused without them.
            for id in ["call_01ab_0", "call_x"] {
                let outputs: [JSONValue] = [ResponseServer.output(.string(id), "late")]
                let alone = try await responses.send(.array(outputs), ["previous_response_id": .string(ids[0])])
                #expect(alone.status == 400)
                let call: JSONValue = [
                    "type": "function_call", "call_id": .string(id), "name": "find", "arguments": "{}",
                ]
                let again = try await responses.send(.array([Self.user, call] + outputs), Self.tools)
                #expect(again.status == 200, "\(again.text)")
            }
        }
    }

    /// A message after the outputs is a new turn from the request's items.
    @Test func itemsThatEndWithAMessageAreANewTurn() async throws {
        try await ResponseServer.with({ request in
            request.lastUserText == "go" && request.toolOutputs.isEmpty ? .toolCalls([Self.finding]) : .text("So.")
        }) { responses in
            let first = try await responses.send([Self.user], Self.tools)
            let output = ResponseServer.output(ResponseServer.call(first.json), "at home")
            let items = [Self.user] + (first.json["output"]?.arrayValue ?? [])
            let next: JSONValue = ["role": "user", "content": "And?"]
            let second = try await responses.send(.array(items + [output, next]), Self.tools)
            #expect(second.responseText == "So." && !second.responseID.hasPrefix(first.responseID))
            let asked = try responses.asked(1)["messages"]?.arrayValue ?? []
            #expect(asked.map { $0["role"] }.suffix(4) == ["user", "assistant", "tool", "user"])
        }
    }

    // MARK: - Decisions

    @Test(arguments: [true, false], [true, false])
    func aDecisionContinuesTheRun(isApproved: Bool, isNamed: Bool) async throws {
        try await ResponseServer.with(Self.script(Self.deletion)) { responses in
            try await Self.makeItem(responses.server)
            let tools: JSONObject = [
                "tools": [["type": "mcp", "server_label": "torii"]]
            ]
            let first = try await responses.send([Self.user], tools)
            #expect(ResponseServer.types(first.json) == ["mcp_approval_request", "message"], "\(first.text)")
            #expect(first.responseText.contains("lamp"))
            let request = try #require(first.json["output"]?[0])
            let decision: JSONValue = [
                "type": "mcp_approval_response", "approval_request_id": request["id"] ?? .null,
                "approve": .bool(isApproved), "reason": "because",
            ]
            var body = tools
            var input = [decision]
            if isNamed {
                body["previous_response_id"] = .string(first.responseID)
            } else {
                input = [Self.user] + (first.json["output"]?.arrayValue ?? []) + input
            }
            let second = try await responses.send(.array(input), body)
            #expect(second.status == 200 && second.responseID == first.responseID + "_1", "\(second.text)")
            #expect(ResponseServer.types(second.json).contains("torii:tool_call") == isApproved)
            #expect(second.headers["Torii-Ignored"] == nil)
            #expect(second.responseText.contains("Deleted") == isApproved, "\(second.responseText)")
            #expect(try await Self.hasItem(responses.server) == !isApproved)
            // The same decision again has the same response.
            #expect(try await responses.send(.array(input), body).json == second.json)
            // An old decision in the middle of the items decides nothing.
            let items =
                [Self.user] + (first.json["output"]?.arrayValue ?? []) + [decision]
                + (second.json["output"]?.arrayValue ?? []) + [["role": "user", "content": "And?"]]
            let third = try await responses.send(.array(items), tools)
            #expect(third.status == 200 && !third.responseID.hasPrefix(first.responseID), "\(third.text)")
        }
    }

    /// Without MCP, the request is an item of this server, whose decision has the same form.
    @Test func aDecisionAndAnOutputAreSentTogether() async throws {
        try await ResponseServer.with(Self.script(Self.finding, Self.deletion)) { responses in
            try await Self.makeItem(responses.server)
            let first = try await responses.send([Self.user], Self.tools)
            let output = first.json["output"]?.arrayValue ?? []
            #expect(ResponseServer.types(first.json) == ["function_call", "torii:approval_request", "message"])
            let request = try #require(output.first { $0["type"] == "torii:approval_request" })
            let decision: JSONValue = [
                "type": "mcp_approval_response", "approval_request_id": request["id"] ?? .null, "approve": true,
            ]
            let found = ResponseServer.output(ResponseServer.call(first.json), "at home")
            var more = Self.tools
            more["previous_response_id"] = .string(first.responseID)
            let half = try await responses.send([decision], more)
            #expect(half.status == 400, "\(half.text)")
            #expect(try await Self.hasItem(responses.server))
            let both = try await responses.send([found, decision], more)
            #expect(both.status == 200, "\(both.text)")
            #expect(both.responseText.contains("at home") && both.responseText.contains("Deleted"))
            let unknown: JSONValue = [
                "type": "mcp_approval_response", "approval_request_id": "mcpr_01ab_c", "approve": true,
            ]
            let refused = try await responses.send([unknown])
            #expect(refused.status == 400 && refused.json["error"]?["param"] == "input[0]")
        }
    }

    // MARK: - Limits and choices

    @Test func callsBeyondTheLimitAreNotMade() async throws {
        let calls = ["Tea", "Milk", "Salt"].map { (title: String) in
            ScriptedToolCall("createInventory", arguments: #"{"title":"\#(title)"}"#, id: title)
        }
        try await ResponseServer.with(Self.script(calls[0], calls[1], calls[2])) { responses in
            let answer = try await responses.send("go", ["max_tool_calls": 1])
            #expect(answer.json["max_tool_calls"] == 1)
            let items = (answer.json["output"]?.arrayValue ?? []).filter { $0["type"] == "torii:tool_call" }
            #expect(items.map { $0["error"]?.stringValue?.contains("only 1") } == [nil, true, true], "\(answer.text)")
            let list = try await responses.server.send(.post, "/v1/tools/getInventoryList", body: "{}").text
            #expect(list.contains("Tea") && !list.contains("Milk") && !list.contains("Salt"))
        }
    }

    /// The client's calls do not count.
    @Test func callsOfTheClientAreNotLimited() async throws {
        try await ResponseServer.with(Self.script(Self.finding, Self.adding)) { responses in
            var more = Self.tools
            more["max_tool_calls"] = 1
            let first = try await responses.send("go", more)
            let made = (first.json["output"]?.arrayValue ?? []).first { $0["type"] == "torii:tool_call" }
            #expect(made?["output"]?.stringValue?.contains("Tea") == true, "\(first.text)")
        }
    }

    /// The model is offered the allowed tools only, and a call of another one is not made.
    @Test func onlyAllowedToolsAreCalled() async throws {
        try await ResponseServer.with(Self.script(Self.adding)) { responses in
            var more = Self.tools
            more["tool_choice"] = [
                "type": "allowed_tools", "mode": "auto",
                "tools": [["type": "function", "name": "find"], ["type": "torii:getInventory"]],
            ]
            let answer = try await responses.send("go", more)
            #expect(answer.status == 200 && answer.json["tool_choice"] == more["tool_choice"], "\(answer.text)")
            let list = try await responses.server.send(.post, "/v1/tools/getInventoryList", body: "{}").text
            #expect(!list.contains("Tea"))
        }
    }

    // MARK: - Restart

    /// A response that waits is continued by another process.
    @Test func aWaitingResponseOutlivesTheServer() async throws {
        let folder = NSTemporaryDirectory() + "torii-responses-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await OpenAIStandIn.with(script: Self.script(Self.finding)) { standIn in
            var first: JSONValue = .null
            try await ResponseServer.with(standIn) { settings in
                // Required actions are persisted at once, however rarely other events are.
                settings.runLimits.storeDelay = .seconds(3600)
            } _: { responses in
                first = try await responses.send([Self.user], Self.tools).json
                try FileManager.default.copyItem(atPath: responses.server.dataDirectory, toPath: folder)
            }
            try await ResponseServer.with(standIn, dataDirectory: folder) { responses in
                let id = first["id"]?.stringValue ?? ""
                #expect(try await responses.get(id).json == first)
                var more = Self.tools
                more["previous_response_id"] = .string(id)
                let output = ResponseServer.output(ResponseServer.call(first), "at home")
                let second = try await responses.send([output], more)
                #expect(second.status == 200 && second.responseText.contains("at home"), "\(second.text)")
                #expect(second.responseID == id + "_1" && second.json["conversation"] == first["conversation"])
                #expect(try await responses.get(second.responseID).json == second.json)
                #expect(standIn.requests.count == 2)
            }
        }
    }

    /// Codex's tools and the calls of them in its history: the turn starts, and the model sees what was done.
    @Test func anAgentsToolsDoNotEndItsSession() async throws {
        try await ResponseServer.with({ _ in .text("Done.") }) { responses in
            let input: JSONValue = [
                ["type": "message", "role": "user", "content": "Edit it"],
                ["type": "reasoning", "summary": [], "encrypted_content": "gAAAA"],
                ["type": "custom_tool_call", "call_id": "c1", "name": "apply_patch", "input": "*** Begin Patch"],
                ["type": "custom_tool_call_output", "call_id": "c1", "output": "Applied"],
                ["type": "web_search_call", "id": "ws_1", "status": "completed"],
                ["type": "message", "role": "user", "content": "Again"],
            ]
            let tools: JSONValue = [
                ResponseServer.find, ["type": "custom", "name": "apply_patch"], ["type": "local_shell"],
                ["type": "namespace", "name": "n", "tools": []],
            ]
            let answer = try await responses.send(input, ["tools": tools, "store": false])
            #expect(answer.status == 200 && answer.responseText == "Done.", "\(answer.text)")
            let ignored = answer.headers["Torii-Ignored"] ?? ""
            for name in ["tools.custom", "tools.local_shell", "tools.namespace", "input.web_search_call"] {
                #expect(ignored.contains(name))
            }
            let asked = try responses.asked(0).serialized()
            #expect(asked.contains("*** Begin Patch") && asked.contains("Applied"))
        }
    }
}
