import Foundation
import Storage
import AgentRuntime
import Accounts
import EventStreams
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Streams of requests without sessions: reports, subscriptions, and their ends.
@Suite(.timeLimit(.minutes(2))) struct MCPStreamTests {
    private static let logLevel = "io.modelcontextprotocol/logLevel"

    // MARK: - Reports

    @Test func aCallIsLogged() async throws {
        try await TestServer.with { server in
            let caller = MCPCaller(server)
            let params: JSONObject = ["name": "getInventoryList", "arguments": [:]]
            let answer = try await caller.send("tools/call", params, meta: [Self.logLevel: "info"])
            #expect(answer.headers["Content-Type"] == "text/event-stream")
            #expect(answer.text.components(separatedBy: "\n\n").filter { $0.contains("data: {") }.count == 3)
            // These streams cannot be continued, so their events have no ids.
            #expect(!answer.text.contains("id: ") || !answer.text.hasPrefix("id: "))
            #expect(answer.message["result"]?["resultType"] == "complete")
            // Without reports, the response is alone.
            for meta in [[:], [Self.logLevel: "error"], ["progressToken": 1]] as [JSONObject] {
                let plain = try await caller.send("tools/call", params, meta: meta)
                #expect(plain.headers["Content-Type"] == "application/json", "\(meta)")
                #expect(plain.json["result"]?["resultType"] == "complete")
            }
            let wrong = try await caller.send("tools/call", params, meta: [Self.logLevel: "loud"])
            #expect(wrong.status == 400 && wrong.json["error"]?["code"] == -32602)
            let unknown = try await caller.send("tools/call", ["name": "nothing"], meta: [Self.logLevel: "info"])
            #expect(unknown.status == 400 && unknown.json["error"]?["code"] == -32602)
        }
    }

    @Test func aSessionIsLogged() async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, MCPCaller.stateful)
            #expect(try await caller.send("logging/setLevel", ["level": "info"]).json["result"] == [:])
            var reader = EventReader(try await caller.stream("tools/call", ["name": "getInventoryList"]))
            let messages = try await reader.messages()
            #expect(
                messages.map { $0["method"]?.stringValue ?? "" }
                    == ["notifications/message", "notifications/message", ""]
            )
            let statuses = messages.map { $0["params"]?["data"]?["status"]?.stringValue ?? "" }
            #expect(statuses == ["started", "completed", ""])
        }
    }

    // MARK: - Disconnects

    /// A disconnect cancels the call at once, although turns have a grace window.
    @Test(arguments: [true, false])
    func aDisconnectCancelsTheCall(isStreaming: Bool) async throws {
        try await MCPCaller.withSlowTool { settings in
            settings.runLimits.disconnectGrace = .seconds(3600)
        } _: { server, weather, _ in
            let caller = MCPCaller(server)
            let meta: JSONObject = isStreaming ? [Self.logLevel: "info"] : [:]
            let run = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await caller.stream("tools/call", MCPCaller.slow, meta: meta).events() }
                _ = await weather.server.requests(atLeast: 1)
                let runs = try await server.send(.get, "/v1/runs").json["runs"]?.arrayValue
                group.cancelAll()
                try await group.next()
                return try #require(runs?.first?["run"]?.stringValue)
            }
            #expect(await weather.server.ending(of: 1)?.kind == .closedByPeer)
            let events = try await server.reattach(run).events()
            #expect(events.last?.type == "run.cancelled" && events.last?.json["reason"] == "disconnected")
        }
    }

    // MARK: - Subscriptions

    private static func wanted(_ uris: [JSONValue] = []) -> JSONObject {
        [
            "notifications": [
                "toolsListChanged": true, "resourcesListChanged": true, "resourceSubscriptions": .array(uris),
            ]
        ]
    }

    @Test func changesAreSent() async throws {
        try await TestServer.with { server in
            let caller = MCPCaller(server)
            let conversation = try #require(try await server.chat("Hello")["conversation"]?.stringValue)
            let listed = try await caller.send("resources/list").json["result"]?["resources"]?.arrayValue ?? []
            let uri = try #require(
                listed.compactMap { $0["uri"] }.first { $0.stringValue?.contains(conversation) == true }
            )
            var reader = EventReader(try await caller.stream("subscriptions/listen", Self.wanted([uri]), id: "sub"))
            let first = try #require(try await reader.message())
            #expect(first.id?.isEmpty != false && first.json["method"] == "notifications/subscriptions/acknowledged")
            #expect(first.json["params"]?["notifications"]?["resourceSubscriptions"] == [uri])
            _ = try await server.chat("Hello again", conversation: conversation)
            while let message = try await reader.message()?.json {
                #expect(message["params"]?["_meta"] == ["io.modelcontextprotocol/subscriptionId": "sub"])
                if message["method"] == "notifications/resources/updated" {
                    #expect(message["params"]?["uri"] == uri)
                    break
                }
            }
            _ = try await server.chat("Another one")
            while let message = try await reader.message()?.json {
                if message["method"] == "notifications/resources/list_changed" { break }
            }
        }
    }

    /// A stop of the server ends a subscription with its result.
    @Test func theServerStops() async throws {
        try await TestServer.with { settings in
            settings.shutdownGrace = .seconds(3600)
        } _: { server in
            var reader = EventReader(
                try await MCPCaller(server).stream("subscriptions/listen", Self.wanted(), id: 7)
            )
            #expect(try await reader.message()?.json["method"] == "notifications/subscriptions/acknowledged")
            async let stopping: Void = server.stop()
            let rest = try await reader.messages()
            #expect(rest.map { $0["id"] } == [7])
            #expect(rest.last?["result"]?["resultType"] == "complete")
            #expect(rest.last?["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == 7)
            await stopping
        }
    }

    /// A stop of the server ends the stream of a session, too.
    @Test func theServerStopsDuringASession() async throws {
        try await TestServer.with { settings in
            settings.shutdownGrace = .seconds(3600)
        } _: { server in
            let caller = try await MCPCaller.open(server, MCPCaller.stateful)
            var reader = EventReader(try await caller.listen())
            #expect(try await reader.next()?.data.isEmpty == true)
            async let stopping: Void = server.stop()
            #expect(try await reader.messages().isEmpty)
            await stopping
        }
    }

    /// The list that the erasure has changed is not announced any more.
    @Test(arguments: [true, false])
    func anErasureEndsTheChanges(hasSession: Bool) async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, hasSession ? MCPCaller.stateful : MCPCaller.latest)
            var reader = EventReader(
                hasSession
                    ? try await caller.listen() : try await caller.stream("subscriptions/listen", Self.wanted())
            )
            _ = try await reader.next()
            #expect(try await server.send(.delete, "/v1/conversations").status < 300)
            #expect(try await reader.messages().allSatisfy { $0["method"] == nil })
        }
    }

    /// Nobody learns of changes with a token that was revoked.
    @Test(arguments: [true, false])
    func aRevokedTokenEndsTheChanges(hasSession: Bool) async throws {
        try await LimitedServer.with([.none], nil) { server, _, tokens in
            let revision = hasSession ? MCPCaller.stateful : MCPCaller.latest
            let caller = try await MCPCaller.open(server, revision, token: tokens[0])
            var reader = EventReader(
                hasSession
                    ? try await caller.listen() : try await caller.stream("subscriptions/listen", Self.wanted())
            )
            _ = try await reader.next()
            let client = try #require(try await server.admin(.get, "clients").json["clients"]?[0])
            let id = client["id"]?.stringValue ?? ""
            #expect((200...204).contains(try await server.admin(.post, "clients/\(id)/revoke").status))
            #expect(try await reader.messages().allSatisfy { $0["method"] == nil })
            #expect(try await caller.send("tools/list").status == 401)
        }
    }
}
