import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Intents that a person approves first, and restarts of the server at each state of a call.
@Suite(.timeLimit(.minutes(3))) struct IntentApprovalTests {
    /// A model that finds an album, deletes it, and reports the last output.
    private static let script: OpenAIStandIn.Script = { request in
        switch request.toolOutputs.count {
        case 0: return .toolCalls([ScriptedToolCall("photos_album_find", arguments: #"{"text":"Summer"}"#, id: "q")])
        case 1:
            return .toolCalls([
                ScriptedToolCall(
                    "photos_deleteAlbum",
                    arguments: #"{"entities":[{"type":"photos.album","id":"a1"}]}"#,
                    id: "d"
                )
            ])
        default: return .text(request.toolOutputs.last?.text ?? "")
        }
    }

    private func decide(
        _ server: TestServer,
        _ run: String,
        _ decision: JSONValue
    ) async throws -> TestServer.Answer {
        let body: JSONValue = ["decisions": [decision]]
        return try await server.send(.post, "/v1/runs/\(run)/outputs", body: body.serialized())
    }

    private static let approval: JSONValue = ["call": "d", "decision": "approve"]

    /// Starts the turn and answers its query, until it waits for the approval.
    private func begin(
        _ device: AlbumDevice,
        ownership: String = "private"
    ) async throws -> (run: String, action: JSONValue, chat: EventReader, events: EventReader) {
        try await device.register()
        var events = try await device.events()
        var chat = EventReader(
            try await device.server.stream(
                ["message": "Delete Summer", "on_disconnect": "finish"],
                headers: [("Idempotency-Key", "k")]
            )
        )
        let run = try #require(try await chat.next()?.json["run"]?.stringValue)
        let query = try await events.next("entity.requested")
        let found = AlbumDevice.answered(AlbumDevice.entity("a1", "Summer", ownership: ownership))
        #expect(try await device.post(try #require(query["queryId"]?.stringValue), "output", found).status == 202)
        while let event = try await chat.next() {
            if event.type == "action.required", event.json["kind"] == "approval" {
                return (run, event.json, chat, events)
            }
        }
        throw EventReader.Ended()
    }

    @Test func aDestructiveIntentWaitsForAPersonAndThenForTheDevice() async throws {
        try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            var (run, action, chat, events) = try await begin(device)
            let text = action["text"]?.stringValue ?? ""
            #expect(text.contains("on phone (com.example.album)?") && text.contains("entities: Summer"), "\(text)")
            #expect(text.contains("Reason: it removes something"))
            #expect(action["device"]?["schema"] == "photos.deleteAlbum")
            // The device does not know of it yet.
            let id = try #require(action["device"]?["call"]?.stringValue)
            #expect(try await device.calls() == [])
            #expect(try await device.post(id, "claim").status == 409)
            #expect(try await decide(server, run, Self.approval).status == 202)
            let call = try await events.next("intent.requested")
            #expect(call["callId"]?.stringValue == id && call["approved"] == true)
            // The decision may be sent again.
            #expect(try await decide(server, run, Self.approval).status == 202)
            let actions = try await server.send(.get, "/v1/runs/\(run)").json["actions"]?.arrayValue ?? []
            #expect(actions.map { $0["kind"] } == ["client_tool"])
            try await device.run(id)
            let rest = try await chat.rest()
            #expect(rest.map(\.type).contains("action.required") && rest.last?.type == "run.completed")
            let answer = rest.first { $0.type == "message.completed" }?.json["text"]?.stringValue
            #expect(answer?.contains("Done on phone.") == true)
            #expect(try await decide(server, run, Self.approval).status == 202)
            let calls = try await server.send(.get, "/v1/runs/\(run)").json["tool_calls"]?.arrayValue ?? []
            #expect(calls.map { $0["call"] } == ["q", "d"] && calls.allSatisfy { $0["status"] == "completed" })
        }
    }

    @Test func aRejectedIntentIsNotSentToTheDevice() async throws {
        try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            var (run, _, chat, _) = try await begin(device)
            let rejection: JSONValue = ["call": "d", "decision": "reject", "reason": "still needed"]
            #expect(try await decide(server, run, rejection).status == 202)
            let answer = try await chat.rest().first { $0.type == "message.completed" }?.json["text"]?.stringValue ?? ""
            #expect(answer.contains("The person declined") && answer.contains("still needed"), "\(answer)")
            #expect(try await decide(server, run, rejection).status == 202)
            #expect(try await decide(server, run, Self.approval).status == 409)
            #expect(try await device.calls() == [])
        }
    }

    @Test func aDecisionMayBeAMessage() async throws {
        try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            var (run, _, chat, events) = try await begin(device)
            let conversation = try #require(
                try await server.send(.get, "/v1/runs/\(run)").json["conversation"]?.stringValue
            )
            let body: JSONObject = [
                "message": "Yes, please.", "conversation": .string(conversation), "approve_by_message": true,
            ]
            _ = try await server.stream(body, headers: [("Idempotency-Key", "yes")])
            let call = try await events.next("intent.requested")
            try await device.run(try #require(call["callId"]?.stringValue))
            #expect(try await chat.rest().last?.type == "run.completed")
        }
    }

    /// The states in which the server is killed, with the steps of the device after the restart.
    enum Kill: CaseIterable { case approval, queued, claimed, running }

    @Test(arguments: Kill.allCases)
    func aCallSurvivesAKillOfTheServer(at state: Kill) async throws {
        let folder = NSTemporaryDirectory() + "torii-intents-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let id = try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            var (run, action, _, events) = try await begin(device)
            let id = try #require(action["device"]?["call"]?.stringValue)
            if state != .approval {
                #expect(try await decide(server, run, Self.approval).status == 202)
                while let event = try await events.next(), event.type != "intent.requested" { continue }
            }
            if state == .claimed || state == .running { #expect(try await device.post(id, "claim").status == 200) }
            if state == .running { #expect(try await device.post(id, "running").status == 200) }
            // What a kill leaves behind: the files of this moment.
            try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: folder)
            return id
        }
        try await TestServer.withModel(Self.script, dataDirectory: folder) { server in
            let device = AlbumDevice(server: server)
            var chat = EventReader(
                try await server.stream(
                    ["message": "Delete Summer", "on_disconnect": "finish"],
                    headers: [("Idempotency-Key", "k")]
                )
            )
            let run = try #require(try await chat.next()?.json["run"]?.stringValue)
            if state == .approval { #expect(try await decide(server, run, Self.approval).status == 202) }
            // The number of the last event belongs to the earlier process, so the stream starts with the open calls.
            var events = try await device.events(after: "1")
            #expect(try await events.next()?.type == "calls.open")
            let call = try await events.next("intent.requested")
            #expect(call["callId"]?.stringValue == id && call["attempt"] == 1)
            switch state {
            case .approval, .queued: try await device.run(id)
            case .claimed:
                #expect(call["state"] == "claimed")
                #expect(try await device.post(id, "running").status == 200)
                #expect(try await device.post(id, "output", AlbumDevice.succeeded()).status == 202)
            case .running:
                #expect(call["state"] == "running")
                #expect(try await device.post(id, "output", AlbumDevice.succeeded()).status == 202)
            }
            let rest = try await chat.rest()
            #expect(rest.last?.type == "run.completed")
            #expect(
                rest.first { $0.type == "message.completed" }?.json["text"]?.stringValue?.contains("Done on phone.")
                    == true
            )
            #expect(try await device.post(id, "output", AlbumDevice.succeeded()).status == 200)
        }
    }

    @Test func aCanceledRunWithdrawsItsCalls() async throws {
        try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            var (run, action, chat, events) = try await begin(device)
            let id = try #require(action["device"]?["call"]?.stringValue)
            #expect(try await decide(server, run, Self.approval).status == 202)
            _ = try await events.next("intent.requested")
            #expect(try await device.post(id, "claim").status == 200)
            #expect(try await device.post(id, "running").status == 200)
            #expect(try await server.send(.post, "/v1/runs/\(run)/cancel").status == 200)
            #expect(try await chat.rest().last?.type == "run.cancelled")
            let ended = try await events.next("call.ended")
            #expect(ended["callId"]?.stringValue == id && ended["stop"] == true && ended["state"] == "unknown")
            #expect(try await device.post(id, "output", AlbumDevice.succeeded()).status == 410)
            #expect(try await device.calls() == [])
        }
    }

    @Test func anEventStreamContinuesAfterItsLastEvent() async throws {
        try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var first = try await device.events()
            let start = try #require(try await first.next()?.id)
            _ = try await server.stream(["message": "Delete Summer", "on_disconnect": "finish"])
            let event = try #require(try await first.next())
            #expect(event.type == "entity.requested" && event.id != start)
            // The same event again, and nothing before it.
            var second = try await device.events(after: start)
            let again = try #require(try await second.next())
            #expect(again.id == event.id && again.data == event.data)
            // A number that does not exist is a gap.
            var third = try await device.events(after: "99999999999999999")
            #expect(try await third.next()?.type == "calls.open")
            #expect(try await third.next("entity.requested") == event.json)
            let bad = try await server.send(.get, "/v1/devices/phone/events", headers: [("Last-Event-ID", "x")])
            #expect(bad.status == 400)
            #expect(try await server.send(.get, "/v1/devices/none/events").status == 404)
        }
    }
}
