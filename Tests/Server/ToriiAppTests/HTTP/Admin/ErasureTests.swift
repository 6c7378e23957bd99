import Accounts
import AgentRuntime
import EventStreams
import Foundation
import KeyVault
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The data of a deleted client: no file contains any of it.
@Suite(.timeLimit(.minutes(2))) struct ErasureTests {
    private static let marker = "XYZZYSECRET"

    private func filesWithMarker(_ server: TestServer) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: server.dataDirectory).filter { file in
            let bytes = FileManager.default.contents(atPath: "\(server.dataDirectory)/\(file)") ?? Data()
            return bytes.range(of: Data(Self.marker.utf8)) != nil
        }
    }

    private func makeClient(_ server: TestServer) async throws -> (id: String, token: String) {
        let made = try await server.admin(.post, "clients", ["name": "phone"])
        return (
            try #require(made.json["client"]?["id"]?.stringValue),
            try #require(made.json["token"]?["secret"]?.stringValue)
        )
    }

    /// Creates a conversation, a run with an idempotency key, and health samples.
    private func talk(_ server: TestServer, token: String, _ word: String) async throws {
        let answer = try await server.send(
            .post,
            "/v1/chat",
            token: token,
            body: #"{"message":"\#(Self.marker) \#(word)","on_disconnect":"finish"}"#,
            headers: [("Content-Type", "application/json"), ("Idempotency-Key", Self.marker + word)]
        )
        #expect(answer.status == 200, "\(answer.text)")
        let sample = #"{"samples":[{"type":"step_count","unit":"count","value":5,"start":"2026-11-20T10:00:00Z"}]}"#
        #expect(try await server.send(.post, "/v1/health/samples", token: token, body: sample).status < 300)
    }

    @Test func aDeletedClientLeavesNothing() async throws {
        try await TestServer.with { server in
            let (id, token) = try await makeClient(server)
            for number in 0..<5 { try await talk(server, token: token, "message \(number)") }
            #expect(try !filesWithMarker(server).isEmpty)
            #expect(try await server.admin(.delete, "clients/\(id)").status == 204)
            #expect(try filesWithMarker(server) == [])
            #expect(try await server.send(.get, "/v1/conversations", token: token).status == 401)
            let audit = try await server.admin(.get, "audit?object=clients/\(id)").json["rows"]?.arrayValue ?? []
            #expect(audit.first?["action"] == "client.erase", "\(audit)")
            #expect(audit.first?["outcome"] == "done: conversations 5, runs 5, health samples 1", "\(audit)")
            // There is nothing left to delete.
            #expect(try await server.admin(.delete, "clients/\(id)").status == 404)
        }
    }

    @Test func keptDataCanBeErasedLater() async throws {
        try await TestServer.with { server in
            let (id, token) = try await makeClient(server)
            try await talk(server, token: token, "once")
            #expect(try await server.admin(.delete, "clients/\(id)?keep=maybe").status == 400)
            #expect(try await server.admin(.delete, "clients/\(id)?keep=true").status == 204)
            #expect(try await server.send(.get, "/v1/conversations", token: token).status == 401)
            #expect(try !filesWithMarker(server).isEmpty)
            #expect(try await server.admin(.delete, "clients/\(id)?keep=true").status == 404)
            #expect(try await server.admin(.delete, "clients/\(id)").status == 204)
            #expect(try filesWithMarker(server) == [])
        }
    }

    /// Runs a server with a model that writes a word and then waits.
    private func withSilentModel(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["said"])
            reply.steps.append(.wait(.gate(gate)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server)
            }
        }
        gate.open()
    }

    @Test func unfinishedRunsEndFirst() async throws {
        try await withSilentModel { server in
            let (id, token) = try await makeClient(server)
            let response = try await server.stream(["message": .string(Self.marker)], token: token)
            var events = EventReader(response)
            let started = try #require(try await events.next())
            #expect(try await server.admin(.delete, "clients/\(id)").status == 204)
            #expect(try filesWithMarker(server) == [])
            // Events that were sent before the end stay with their reader.
            #expect(started.type == "run.started")
            _ = try? await events.rest()
        }
    }

    @Test func aClientDeletesAllItsConversations() async throws {
        try await withSilentModel { server in
            let (_, token) = try await makeClient(server)
            let body: JSONObject = ["message": .string(Self.marker), "on_disconnect": "finish"]
            let response = try await server.stream(body, token: token)
            var events = EventReader(response)
            let started = try #require(try await events.next())
            let erased = try await server.send(.delete, "/v1/conversations", token: token)
            #expect(erased.status == 200 && erased.json == ["conversations": 1, "runs": 1], "\(erased.text)")
            #expect(try filesWithMarker(server) == [])
            let last = try await events.rest().last
            #expect(last?.type == "run.cancelled" && last?.json["reason"] == "requested")
            let run = try #require(started.json["run"]?.stringValue)
            #expect(try await server.send(.get, "/v1/runs/\(run)", token: token).status == 404)
            let left = try await server.send(.get, "/v1/conversations", token: token)
            #expect(left.status == 200 && left.json["conversations"]?.arrayValue?.isEmpty == true)
            let audit = try await server.admin(.get, "audit?action=conversations.erase").json["rows"]?[0]
            #expect(audit?["outcome"] == "done: conversations 1, runs 1")
            // The client can continue.
            let next = try await server.stream(body, token: token)
            var more = EventReader(next)
            #expect(try await more.next()?.type == "run.started")
        }
    }

    /// A client with its token in the settings would exist again with the next request.
    @Test func aClientInTheSettingsIsNotErased() async throws {
        try await TestServer.with { server in
            _ = try await server.chat("hello")
            let answer = try await server.admin(.delete, "clients/preset:client:preset")
            #expect(answer.status == 409, "\(answer.text)")
            let conversations = try await server.send(.get, "/v1/conversations").json["conversations"]
            #expect(conversations?.arrayValue?.count == 1)
        }
    }

    @Test func anErasureInterruptedByACrashIsCompletedAtTheNextStart() async throws {
        let folder = NSTemporaryDirectory() + "torii-erasure-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let id = try await TestServer.with(dataDirectory: folder) { server in
            let (id, token) = try await makeClient(server)
            try await talk(server, token: token, "before the crash")
            return id
        }
        // This is the state after a process was killed between the removal and the erasure.
        do {
            let home = try await OpenVault(settings: Self.settings(folder), lease: SoleLease())
            try await home.clients.delete(id, keepsData: false, by: .commandLine)
            await home.client.shutdown()
        }
        try await TestServer.with(dataDirectory: folder) { server in
            // A request for the erasure waits until it is complete.
            let answer = try await server.admin(.delete, "clients/\(id)")
            #expect([204, 404].contains(answer.status))
            #expect(try filesWithMarker(server) == [])
        }
    }

    @Test func theCommandErasesWithoutAServer() async throws {
        let folder = NSTemporaryDirectory() + "torii-erasure-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let id = try await TestServer.with(dataDirectory: folder) { server in
            let (id, token) = try await makeClient(server)
            try await talk(server, token: token, "for the command line")
            return id
        }
        try await AdminClient.with(Self.settings(folder)) { admin in
            _ = try await admin.send(.init(.delete, "clients", id))
        }
        try await TestServer.with(dataDirectory: folder) { server in
            #expect(try filesWithMarker(server) == [])
            let answer = try await server.admin(.delete, "clients/\(id)")
            #expect(answer.status == 404)
        }
    }

    private static func settings(_ folder: String) -> Settings {
        var settings = Settings()
        settings.dataDirectory = folder
        return settings
    }
}
