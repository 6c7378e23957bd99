import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A conversation whose first turn waits for a person: it can be listed, read and answered.
@Suite(.timeLimit(.minutes(2))) struct WaitingConversationTests {
    /// A model that deletes the item with the id in the message's last word, and then reports the result.
    private static let script: OpenAIStandIn.Script = { request in
        guard request.toolOutputs.isEmpty || request.lastUserText.hasPrefix("delete") == false else {
            return .text(request.toolOutputs.map(\.text).joined(separator: "|"))
        }
        guard request.lastUserText.hasPrefix("delete") else { return .text("heard \(request.lastUserText)") }
        let ids = request.lastUserText.split(separator: " ").dropFirst()
        return .toolCalls(
            ids.map { ScriptedToolCall("deleteInventory", arguments: #"{"id":\#($0)}"#, id: "call_\($0)") }
        )
    }

    private func withModel(_ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void) async throws {
        try await OpenAIStandIn.with(script: Self.script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                for title in ["lamp", "desk"] {
                    let item: JSONValue = ["title": .string(title), "quantity": 3, "unit": "boxes"]
                    let made = try await server.send(.post, "/v1/tools/createInventory", body: item.serialized())
                    #expect(made.status == 200, "\(made.text)")
                }
                try await body(server, standIn)
            }
        }
    }

    private func ask(
        _ server: TestServer,
        _ message: String,
        _ more: JSONObject = [:],
        key: String? = nil
    ) async throws -> TestServer.Answer {
        var body: JSONObject = ["message": .string(message)]
        for (name, value) in more { body[name] = value }
        return try await server.send(
            .post,
            "/v1/chat",
            body: JSONValue.object(body).serialized(),
            headers: [("Content-Type", "application/json")] + (key.map { [("Idempotency-Key", $0)] } ?? [])
        )
    }

    private func isThere(_ server: TestServer, _ id: Int) async throws -> Bool {
        try await server.send(.post, "/v1/tools/getInventory", body: #"{"id":\#(id)}"#).json["status"] == "completed"
    }

    @Test func aWaitingConversationIsListedAndReadAndNotDeleted() async throws {
        try await withModel { server, _ in
            let waiting = try await ask(server, "delete 1")
            #expect(waiting.status == 202)
            #expect(
                waiting.json["actions"]?[0]?["text"]
                    == #"Delete ID 1 ("lamp", quantity 3 "boxes") from the inventory? This cannot be undone."#
            )
            let conversation = try #require(waiting.json["conversation"]?.stringValue)
            let run = try #require(waiting.json["run"]?.stringValue)
            let listed = try await server.send(.get, "/v1/conversations").json["conversations"]?[0]
            #expect(listed?["conversation"]?.stringValue == conversation && listed?["title"] == "delete 1")
            let export = try await server.send(.get, "/v1/conversations/\(conversation)")
            #expect(export.status == 200 && export.json["runs"]?[0]?["status"] == "waiting")
            #expect(export.json["title"] == "delete 1")

            let runs = try await server.send(.get, "/v1/runs?status=waiting")
            #expect(runs.status == 200 && runs.json["runs"]?.arrayValue?.count == 1 && runs.json["next"] == .null)
            #expect(runs.json["runs"]?[0]?["run"]?.stringValue == run)
            #expect(runs.json["runs"]?[0]?["actions"]?[0]?["call"] == "call_1")

            let next = try await ask(server, "next", ["conversation": .string(conversation)])
            let deletion = try await server.send(.delete, "/v1/conversations/\(conversation)")
            for busy in [next, deletion] {
                #expect(busy.status == 409 && busy.problem == "conversation-busy", "\(busy.text)")
                #expect(busy.json["run"]?.stringValue == run && busy.headers["Retry-After"] == nil)
                let detail = busy.json["detail"]?.stringValue ?? ""
                #expect(
                    detail.hasPrefix(
                        "\(run) of this conversation waits for an approval of deleteInventory (call call_1)"
                    )
                )
                #expect(busy.json["actions"]?[0]?["kind"] == "approval")
            }
            #expect(try await server.send(.post, "/v1/runs/\(run)/cancel").status == 200)
            #expect(try await server.send(.get, "/v1/runs").json["runs"]?.arrayValue?.isEmpty == true)
            #expect(try await server.reattach(run).events().last?.type == "run.cancelled")
            #expect(try await server.send(.delete, "/v1/conversations/\(conversation)").status == 204)
            #expect(try await server.send(.get, "/v1/conversations/\(conversation)").status == 404)
        }
    }

    @Test func theListOfRunsIsPagedAndHasTheClientsRunsOnly() async throws {
        try await withModel { server, _ in
            var runs: [String] = []
            for _ in 0..<5 { runs.append(try #require(try await ask(server, "delete 2").json["run"]?.stringValue)) }
            var seen: [String] = []
            var cursor: String?
            repeat {
                let query = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await server.send(.get, "/v1/runs?status=waiting&limit=2\(query)").json
                seen += page["runs"]?.arrayValue?.compactMap { $0["run"]?.stringValue } ?? []
                cursor = page["next"]?.stringValue
            } while cursor != nil
            #expect(seen == runs)
            #expect(try await server.send(.get, "/v1/runs?status=running").json["runs"]?.arrayValue?.isEmpty == true)
            for query in ["status=completed", "status=x", "limit=0", "limit=201", "limit=x"] {
                #expect(try await server.send(.get, "/v1/runs?\(query)").status == 400, "\(query)")
            }
            let made = try await server.admin(.post, "clients", ["name": "other"])
            let token = try #require(made.json["token"]?["secret"]?.stringValue)
            let others = try await server.send(.get, "/v1/runs", token: token)
            #expect(others.status == 200 && others.json["runs"]?.arrayValue?.isEmpty == true)
        }
    }

    /// A person is not asked about an item that does not exist: the model is informed at once, while another call waits.
    @Test func aCallThatWouldFailNeedsNoApproval() async throws {
        try await withModel { server, standIn in
            let reply = try await ask(server, "delete 999")
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.json["message"]?["text"]?.stringValue?.contains("no inventory item with the ID 999") == true)
            #expect(reply.json["tool_calls"]?[0]?["status"] == "failed")
            #expect(reply.json["tool_calls"]?[0]?["arguments"] == ["id": 999])
            #expect(standIn.requests.count == 2)

            let response = try await server.stream(["message": "delete 999 1"])
            var events = EventReader(response)
            let mixed = try await events.next(4)
            #expect(
                mixed.map(\.type) == ["run.started", "tool.started", "tool.finished", "action.required"],
                "\(mixed.map(\.type))"
            )
            #expect(mixed.last?.json["call"] == "call_1")
            let run = try #require(mixed.first?.json["run"]?.stringValue)
            let approval: JSONValue = ["decisions": [["call": "call_1", "decision": "approve"]], "stream": false]
            let done = try await server.send(.post, "/v1/runs/\(run)/outputs", body: approval.serialized())
            let parts = done.json["message"]?["text"]?.stringValue?.split(separator: "|") ?? []
            #expect(parts.count == 2 && parts[0].contains("ID 999") && parts[1].hasPrefix("Deleted:"), "\(done.text)")
            #expect(try await !isThere(server, 1))
        }
    }

    @Test(arguments: [("Yes.", false), ("はい！", false), ("no, thanks", true), ("いいえ", true)])
    func aPlainYesOrNoDecidesTheOnlyApproval(message: String, isThere: Bool) async throws {
        try await withModel { server, _ in
            let waiting = try await ask(server, "delete 1")
            let conversation = try #require(waiting.json["conversation"])
            // This needs the client's consent.
            #expect(try await ask(server, message, ["conversation": conversation]).status == 409)
            let unclear = try await ask(
                server,
                "yes, but later",
                ["conversation": conversation, "approve_by_message": true]
            )
            #expect(unclear.status == 409)
            let more: JSONObject = ["conversation": conversation, "approve_by_message": true]
            let answer = try await ask(server, message, more)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["run"] == waiting.json["run"] && answer.json["status"] == "completed")
            #expect(try await self.isThere(server, 1) == isThere)
            // Without an open approval it is an ordinary turn.
            let next = try await ask(server, message, more)
            #expect(next.json["message"]?["text"]?.stringValue == "heard \(message)")
            #expect(next.json["run"] != waiting.json["run"])
        }
    }

    @Test func severalApprovalsAreNotDecidedByOneWord() async throws {
        try await withModel { server, _ in
            let waiting = try await ask(server, "delete 1 2")
            let conversation = try #require(waiting.json["conversation"])
            let answer = try await ask(server, "yes", ["conversation": conversation, "approve_by_message": true])
            #expect(answer.status == 409 && answer.json["actions"]?.arrayValue?.count == 2, "\(answer.text)")
            #expect(try await isThere(server, 1))
            #expect(try await isThere(server, 2))
        }
    }

    /// A request that is repeated because its reply was lost must not approve a call that it has caused.
    @Test func aRepeatedRequestDoesNotApproveItsOwnRun() async throws {
        try await OpenAIStandIn.with(script: { request in
            guard request.toolOutputs.isEmpty else { return .text("done") }
            return request.messages.count < 3
                ? .text("Shall I?")
                : .toolCalls([ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#, id: "call_1")])
        }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let made = try await server.send(.post, "/v1/tools/createInventory", body: #"{"title":"lamp"}"#)
                #expect(made.status == 200)
                let first = try await ask(server, "I do not need the lamp")
                let more: JSONObject = [
                    "conversation": first.json["conversation"] ?? .null, "approve_by_message": true,
                ]
                let waiting = try await ask(server, "yes", more, key: "k")
                #expect(waiting.status == 202, "\(waiting.text)")
                let again = try await ask(server, "yes", more, key: "k")
                #expect(again.status == 202 && again.json["run"] == waiting.json["run"], "\(again.text)")
                #expect(try await isThere(server, 1))
                let approved = try await ask(server, "yes", more, key: "k2")
                #expect(approved.status == 200 && approved.json["message"]?["text"] == "done", "\(approved.text)")
                #expect(try await !isThere(server, 1))
            }
        }
    }

    /// The approval leads to a second call, which only another message may approve.
    @Test func aRepeatedYesApprovesNoSecondCall() async throws {
        try await OpenAIStandIn.with(script: { request in
            let count = request.toolOutputs.count
            guard count < 2 else { return .text("done") }
            return .toolCalls([
                ScriptedToolCall("deleteInventory", arguments: #"{"id":\#(count + 1)}"#, id: "call_\(count + 1)")
            ])
        }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                for title in ["lamp", "chair"] {
                    let body = #"{"title":"\#(title)"}"#
                    #expect(try await server.send(.post, "/v1/tools/createInventory", body: body).status == 200)
                }
                let first = try await ask(server, "delete both")
                #expect(first.status == 202, "\(first.text)")
                let more: JSONObject = [
                    "conversation": first.json["conversation"] ?? .null, "approve_by_message": true,
                ]
                for _ in 0..<3 {
                    let reply = try await ask(server, "yes", more, key: "k")
                    #expect(reply.status == 202 && reply.json["run"] == first.json["run"], "\(reply.text)")
                    #expect(reply.json["actions"]?[0]?["call"] == "call_2")
                    #expect(try await !isThere(server, 1))
                    #expect(try await isThere(server, 2))
                }
                #expect(try await ask(server, "no", more, key: "k").status == 422)
                let done = try await ask(server, "yes", more, key: "k2")
                #expect(done.status == 200 && done.json["message"]?["text"] == "done", "\(done.text)")
                #expect(try await !isThere(server, 2))
                // This also holds after the run's end.
                let again = try await ask(server, "yes", more, key: "k2")
                #expect(again.json["run"] == first.json["run"] && again.json["message"]?["text"] == "done")
            }
        }
    }

    @Test func aRunningFirstTurnHasItsConversation() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.token("said"), .wait(.gate(gate)), .token(".")]) }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                // The store would receive the run's events in an hour.
                settings.runLimits.storeDelay = .seconds(3600)
            } _: { server in
                let response = try await server.stream("one")
                var events = EventReader(response)
                let started = try #require(try await events.next())
                let conversation = try #require(started.json["conversation"]?.stringValue)
                let export = try await server.send(.get, "/v1/conversations/\(conversation)")
                #expect(export.status == 200 && export.json["title"] == "one", "\(export.text)")
                let deletion = try await server.send(.delete, "/v1/conversations/\(conversation)")
                #expect(deletion.status == 409 && deletion.json["run"] == started.json["run"])
                gate.open()
                #expect(try await events.rest().last?.type == "run.completed")
            }
        }
    }

    /// The reported usage equals the recorded one, including that of an interrupted round.
    @Test func aCancelledRunReportsWhatItUsed() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.token("said"), .wait(.gate(gate)), .token(".")]) }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let response = try await server.stream("one")
                var events = EventReader(response)
                let started = try await events.next(2)
                let run = try #require(started.first?.json["run"]?.stringValue)
                _ = try await server.send(.post, "/v1/runs/\(run)/cancel")
                let last = try #require(try await events.rest().last)
                #expect(last.type == "run.cancelled")
                let input = try #require(last.json["usage"]?["input_tokens"]?.intValue)
                let output = try #require(last.json["usage"]?["output_tokens"]?.intValue)
                // The model reported nothing, so the text is counted by its bytes, three a token.
                #expect(input > 0 && output == 2)
                let books = try await server.admin(.get, "usage").json["usage"]?[0]
                #expect(
                    books?["input_tokens"]?.intValue == input && books?["output_tokens"]?.intValue == output,
                    "\(books ?? .null)"
                )
                gate.open()
            }
        }
    }
}
