import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Runs that wait for their client: for the outputs of its tools, and for a person's approval.
@Suite(.timeLimit(.minutes(2))) struct WaitingRunTests {
    private static let contacts: JSONValue = [
        "name": "findPeople", "description": "Looks up people",
        "parameters": ["type": "object", "properties": ["month": ["type": "integer"]], "required": ["month"]],
        "output": ["type": "array", "items": ["type": "string"]],
    ]

    private static let body: JSONObject = ["message": "go", "client_tools": [contacts]]

    /// A model that calls one tool of each kind at once, and then reports their outputs.
    private static let script: OpenAIStandIn.Script = { request in
        guard request.lastUserText == "go", request.toolOutputs.isEmpty else {
            return .text(request.toolOutputs.map(\.text).joined(separator: "|") + "end")
        }
        return .toolCalls([
            ScriptedToolCall("getInventory", arguments: #"{"id":1}"#, id: "server"),
            ScriptedToolCall("findPeople", arguments: #"{"month":11}"#, id: "client"),
            ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#, id: "approval"),
        ])
    }

    private static let output: JSONValue = ["call": "client", "output": ["Naomi"]]
    private static let approval: JSONValue = ["call": "approval", "decision": "approve"]

    private func withModel(
        dataDirectory: String? = nil,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: Self.script) { standIn in
            try await withServer(dataDirectory, standIn, set, body)
        }
    }

    private func withServer(
        _ dataDirectory: String?,
        _ standIn: OpenAIStandIn,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.with(dataDirectory: dataDirectory) { settings in
            settings.models = [ModelReference(provider: .openai, name: "m")]
            settings.addresses[.openai] = standIn.baseURL
            set(&settings)
        } _: { server in
            try await body(server)
        }
    }

    private func makeItem(_ server: TestServer) async throws {
        let made = try await server.send(.post, "/mcp/tools/create-inventory", body: #"{"title":"lamp"}"#)
        #expect(made.text.contains("ID: 1 - lamp"))
    }

    private func item(_ server: TestServer) async throws -> String {
        try await server.send(.post, "/mcp/tools/get-inventory", body: #"{"id":1}"#).text
    }

    /// Starts the turn and reads until it waits.
    private func begin(
        _ server: TestServer
    ) async throws -> (run: String, shown: [ServerSentEvent], reader: EventReader) {
        try await makeItem(server)
        var reader = EventReader(try await server.stream(Self.body, headers: [("Idempotency-Key", "k")]))
        let shown = try await reader.next(5)
        return (try #require(shown.first?.json["run"]?.stringValue), shown, reader)
    }

    private func post(
        _ server: TestServer,
        _ run: String,
        outputs: [JSONValue] = [],
        decisions: [JSONValue] = [],
        stream: Bool? = nil
    ) async throws -> TestServer.Answer {
        var body: JSONObject = ["outputs": .array(outputs), "decisions": .array(decisions)]
        if let stream { body["stream"] = .bool(stream) }
        return try await server.send(.post, "/v1/runs/\(run)/outputs", body: JSONValue.object(body).serialized())
    }

    @Test func requiredActionsAreReported() async throws {
        try await withModel { server in
            let (run, shown, _) = try await begin(server)
            #expect(
                shown.map(\.type) == [
                    "run.started", "tool.started", "tool.finished", "action.required", "action.required",
                ]
            )
            let actions = shown.suffix(2).map(\.json)
            #expect(actions.map { $0["call"] } == ["client", "approval"])
            #expect(actions.map { $0["kind"] } == ["client_tool", "approval"])
            #expect(actions.map { $0["name"] } == ["findPeople", "deleteInventory"])
            #expect(actions.map { $0["arguments"] } == [["month": 11], ["id": 1]])
            #expect(actions[1]["text"]?.stringValue?.contains(#"Delete ID 1 ("lamp""#) == true)
            #expect(actions.allSatisfy { $0["deadline"]?.stringValue != nil })
            let description = try await server.send(.get, "/v1/runs/\(run)").json
            #expect(description["status"] == "waiting")
            #expect(description["actions"]?.arrayValue == actions)
        }
    }

    @Test func aTurnWithAllKindsOfToolsIsCompletedAfterAKill() async throws {
        let folder = NSTemporaryDirectory() + "torii-waiting-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await OpenAIStandIn.with(script: Self.script) { standIn in
            try await withServer(nil, standIn) { settings in
                // Required actions are persisted at once, however rarely other events are.
                settings.runLimits.storeDelay = .seconds(3600)
            } _: { server in
                _ = try await begin(server)
                try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: folder)
            }
            // The first server is killed while both calls wait. Then half of the answers arrive, and the second server is killed.
            try await withServer(folder, standIn) { server in
                let again = try await server.stream(Self.body, headers: [("Idempotency-Key", "k")])
                var reader = EventReader(again)
                let events = try await reader.next(5)
                let run = try #require(events.first?.json["run"]?.stringValue)
                #expect(events.map(\.id) == (0..<5).map { "\(run):\($0)" })
                #expect(events.suffix(2).map(\.type) == ["action.required", "action.required"])
                let answer = try await post(server, run, outputs: [Self.output])
                #expect(answer.status == 202)
                #expect(answer.json["status"] == "waiting")
                try FileManager.default.copyItem(atPath: folder, toPath: folder + "-2")
            }
            defer { try? FileManager.default.removeItem(atPath: folder + "-2") }
            try await withServer(folder + "-2", standIn) { server in
                let again = try await server.stream(Self.body, headers: [("Idempotency-Key", "k")])
                var reader = EventReader(again)
                var events = try await reader.next(5)
                let run = try #require(events.first?.json["run"]?.stringValue)
                let actions = try await server.send(.get, "/v1/runs/\(run)").json["actions"]?.arrayValue
                #expect(actions?.map { $0["call"] } == ["approval"])
                #expect(try await item(server).contains("lamp"))
                #expect(try await post(server, run, outputs: [Self.output], decisions: [Self.approval]).status == 202)
                events += try await reader.rest()
                #expect(events.map(\.id) == events.indices.map { "\(run):\($0)" })
                #expect(events.last?.type == "run.completed")
                let text = try #require(events.first { $0.type == "message.completed" }?.json["text"]?.stringValue)
                let parts = text.split(separator: "|")
                #expect(parts[0].contains("ID: 1 - lamp"))
                #expect(parts[1].contains("Naomi"))
                #expect(parts[2].hasPrefix("Deleted:"))
                #expect(try await item(server).contains("no inventory item"))
                let calls = try await server.send(.get, "/v1/runs/\(run)").json["tool_calls"]?.arrayValue ?? []
                #expect(Set(calls.compactMap { $0["call"]?.stringValue }) == ["server", "client", "approval"])
                #expect(calls.allSatisfy { $0["status"] == "completed" && $0["arguments"]?.objectValue != nil })
                // The conversation contains the turn and can be continued.
                let conversation = try #require(events[0].json["conversation"]?.stringValue)
                #expect(try await server.chat("next", conversation: conversation)["message"]?["text"] == "end")
            }
        }
    }

    @Test func anAnswerIsCheckedAndAcceptedOnce() async throws {
        try await withModel { server in
            var (run, _, reader) = try await begin(server)
            for (outputs, decisions, pointer) in [
                ([["call": "none", "output": "x"]], [], "#/outputs/0/call"),
                ([["call": "approval", "output": "x"]], [], "#/outputs/0"),
                ([], [["call": "client", "decision": "approve"]], "#/decisions/0"),
                ([["call": "client", "output": "no array"]], [Self.approval], "#/outputs/0/output"),
                ([["call": "client"]], [], "#/outputs/0/output"),
                ([], [["call": "approval", "decision": "maybe"]], "#/decisions/0/decision"),
                ([], [], "#/outputs"),
            ] as [([JSONValue], [JSONValue], String)] {
                let answer = try await post(server, run, outputs: outputs, decisions: decisions)
                #expect(answer.status == 400)
                #expect(answer.json["errors"]?[0]?["pointer"]?.stringValue == pointer)
            }
            #expect(try await post(server, "run_none", outputs: [Self.output]).status == 404)
            // None of the refused answers was accepted.
            let half = try await post(server, run, outputs: [Self.output]).json
            #expect(half["status"] == "waiting")
            // Only the open actions are left.
            #expect(half["actions"]?.arrayValue?.map { $0["call"] } == ["approval"])
            #expect(try await post(server, run, outputs: [Self.output]).status == 202)
            #expect(try await post(server, run, outputs: [["call": "client", "output": []]]).status == 409)
            let rejection: JSONValue = ["call": "approval", "decision": "reject", "reason": "still needed"]
            #expect(try await post(server, run, decisions: [rejection]).status == 202)
            let rest = try await reader.rest()
            #expect(rest.last?.type == "run.completed")
            let declined = rest.first { $0.json["call"] == "approval" }
            #expect(declined?.json["status"] == "failed")
            #expect(declined?.json["summary"]?.stringValue?.contains("still needed") == true)
            #expect(try await item(server).contains("lamp"))
            // This also holds after the run's end.
            let again = try await post(server, run, outputs: [Self.output], decisions: [rejection])
            #expect(again.status == 202)
            #expect(again.json["status"] == "completed")
            #expect(try await post(server, run, decisions: [Self.approval]).status == 409)
            #expect(try await post(server, run, outputs: [["call": "none", "output": "x"]]).status == 400)
        }
    }

    @Test func theModelIsInformedOfAMissingAnswer() async throws {
        try await withModel { settings in
            settings.runLimits.actionDeadline = .zero
        } _: { server in
            var (run, _, reader) = try await begin(server)
            let rest = try await reader.rest()
            #expect(rest.last?.type == "run.completed")
            let text = try #require(rest.first { $0.type == "message.completed" }?.json["text"]?.stringValue)
            #expect(text.contains("did not answer in time"))
            #expect(text.contains("nobody decided in time"))
            #expect(try await item(server).contains("lamp"))
            let late = try await post(server, run, decisions: [Self.approval])
            #expect(late.status == 409)
            #expect(late.json["detail"]?.stringValue?.contains("deadline") == true)
        }
    }

    @Test func aRunCancelledWhileItWaitsLeavesItsConversationIntact() async throws {
        try await withModel { server in
            var (run, shown, reader) = try await begin(server)
            _ = try await post(server, run, outputs: [Self.output])
            #expect(try await server.send(.post, "/v1/runs/\(run)/cancel").status == 200)
            let rest = try await reader.rest()
            #expect(rest.map(\.type) == ["run.cancelled"])
            #expect(rest.map(\.id) == ["\(run):5"])
            #expect(try await item(server).contains("lamp"))
            let conversation = try #require(shown[0].json["conversation"]?.stringValue)
            #expect(try await server.chat("next", conversation: conversation)["message"]?["text"] == "end")
            let kept = try await server.send(.get, "/v1/conversations/\(conversation)").json
            #expect(kept["transcript"]?.serialized().contains("Naomi") == true)
        }
    }

    @Test func aStoppingServerLeavesWaitingRunsToTheNext() async throws {
        let folder = NSTemporaryDirectory() + "torii-waiting-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await OpenAIStandIn.with(script: Self.script) { standIn in
            var run = ""
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                settings.shutdownGrace = .seconds(3600)
            } _: { server in
                var waiting = try await begin(server)
                run = waiting.run
                await server.stop()
                // The stream ends early, and the stop does not wait.
                await #expect(throws: (any Error).self) { try await waiting.reader.rest() }
            }
            let id = run
            try await withServer(folder, standIn) { server in
                let answer = try await post(
                    server,
                    id,
                    outputs: [Self.output],
                    decisions: [Self.approval],
                    stream: false
                )
                #expect(answer.status == 200)
                #expect(answer.json["status"] == "completed")
                #expect(answer.json["message"]?["text"]?.stringValue?.contains("Deleted:") == true)
            }
        }
    }

    @Test func theBuiltInModelDeletesAfterApprovalWithoutAnyStream() async throws {
        try await TestServer.with { server in
            try await makeItem(server)
            let waiting = try await server.send(.post, "/v1/chat", body: #"{"message":"delete item 1"}"#)
            #expect(waiting.status == 202)
            #expect(waiting.json["status"] == "waiting")
            let run = try #require(waiting.json["run"]?.stringValue)
            let call = try #require(waiting.json["actions"]?[0]?["call"])
            #expect(try await item(server).contains("lamp"))
            let decision: JSONValue = ["call": call, "decision": "approve"]
            let reply = try await post(server, run, decisions: [decision], stream: false)
            #expect(reply.status == 200)
            #expect(reply.json["message"]?["text"]?.stringValue?.contains("Deleted:") == true)
            #expect(try await item(server).contains("no inventory item"))
        }
    }

    @Test func theEventsAfterAnAnswerCanBeStreamed() async throws {
        try await withModel { server in
            let (run, _, _) = try await begin(server)
            let answer = try await post(server, run, outputs: [Self.output], decisions: [Self.approval], stream: true)
            #expect(answer.headers["Content-Type"] == "text/event-stream")
            #expect(answer.text.hasPrefix("id: \(run):5\nevent: tool.finished\n"))
            #expect(answer.text.contains("event: run.completed\n"))
        }
    }
}
