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

/// Sessions over HTTP: their life, and streams that are continued on another connection.
@Suite(.timeLimit(.minutes(2))) struct MCPSessionTests {
    // MARK: - Life

    @Test func aSessionBelongsToItsClient() async throws {
        try await LimitedServer.with([.none, .none], nil) { server, _, tokens in
            let own = try await MCPCaller.open(server, "2025-11-25", token: tokens[0])
            let id = try #require(own.session)
            #expect(id.utf8.count >= 32 && id.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(try await own.send("ping").json == ["jsonrpc": "2.0", "id": 1, "result": [:]])
            var other = own
            other.token = tokens[1]
            var unknown = own
            unknown.session = String(id.reversed())
            for caller in [other, unknown] {
                #expect(try await caller.send("ping").status == 404)
                #expect(try await caller.listen().status == 404)
                let end = try await server.send(.delete, "/mcp", token: caller.token, headers: caller.sessionHeaders)
                #expect(end.status == 404)
                let note: JSONValue = ["jsonrpc": "2.0", "method": "notifications/cancelled"]
                #expect(try await caller.post(note).status == 404)
            }
            #expect(try await own.send("ping").status == 200)
            let ended = try await server.send(.delete, "/mcp", token: tokens[0], headers: own.sessionHeaders)
            #expect(ended.status == 204)
            #expect(try await own.send("ping").status == 404)
            let again = try await server.send(.delete, "/mcp", token: tokens[0], headers: own.sessionHeaders)
            #expect(again.status == 404)
        }
    }

    @Test func aMessageNamesItsSession() async throws {
        try await TestServer.with { server in
            var caller = try await MCPCaller.open(server, "2025-11-25")
            let ping = MCPCaller.message("ping", [:], id: 1)
            let missing = try await caller.post(ping, [("MCP-Protocol-Version", "2025-11-25")])
            #expect(
                missing.status == 400 && missing.json["error"]?["message"]?.stringValue?.contains("initialize") == true
            )
            // The version may be missing, but not wrong.
            let session = [("Mcp-Session-Id", caller.session ?? "")]
            #expect(try await caller.post(ping, session).status == 200)
            for version in ["2024-01-01", "x", ""] {
                #expect(try await caller.post(ping, session + [("MCP-Protocol-Version", version)]).status == 400)
            }
            // Answers without a session are refused, notifications without one are ignored.
            let answer: JSONValue = ["jsonrpc": "2.0", "id": "torii-1", "result": [:]]
            #expect(try await caller.post(answer, []).status == 400)
            #expect(try await caller.post(answer).status == 202)
            let note: JSONValue = ["jsonrpc": "2.0", "method": "notifications/initialized"]
            #expect(try await caller.post(note, []).status == 202)
            for params in [[:], ["protocolVersion": 1], ["protocolVersion": "2025-11-25"]] as [JSONObject] {
                let wrong = try await caller.post(MCPCaller.message("initialize", params, id: 7), [])
                #expect(wrong.status == 400 && wrong.json["id"] == 7 && wrong.headers["Mcp-Session-Id"] == nil)
            }
            caller.session = nil
            #expect(try await caller.listen().status == 400)
        }
    }

    /// The least recently used session of the client ends.
    @Test func sessionsOfAClientAreLimited() async throws {
        try await LimitedServer.with([.none, .none], nil) { server, _, tokens in
            let other = try await MCPCaller.open(server, "2025-11-25", token: tokens[1])
            var callers: [MCPCaller] = []
            for _ in 0..<64 { callers.append(try await MCPCaller.open(server, "2025-11-25", token: tokens[0])) }
            #expect(Set(callers.map(\.session)).count == 64)
            #expect(try await callers[0].send("ping").status == 200)
            let last = try await MCPCaller.open(server, "2025-11-25", token: tokens[0])
            #expect(try await callers[1].send("ping").status == 404)
            for caller in [callers[0], callers[2], last, other] {
                #expect(try await caller.send("ping").status == 200)
            }
        }
    }

    // MARK: - Streams that are continued

    /// A connection ends while a person is asked; the client answers, and reads the rest on another connection.
    @Test func aStreamIsContinuedAfterAQuestion() async throws {
        try await TestServer.with { settings in
            settings.runLimits.disconnectGrace = .seconds(3600)
        } _: { server in
            let caller = try await MCPCaller.open(server, "2025-11-25")
            _ = try await caller.call("createInventory", ["title": "lamp"])
            let params: JSONObject = ["name": "deleteInventory", "arguments": ["id": 1]]
            // The first event has an id only, so that a client can continue before the first message.
            let seen = try await caller.disconnect("tools/call", params, id: "del", after: 2)
            #expect(seen.first?.data.isEmpty == true)
            let id = try #require(seen.first?.id)
            let question = try #require(seen.last?.json)
            try await caller.reply(to: question, MCPCaller.approval)
            var rest = EventReader(try await caller.listen(after: id))
            let messages = try await rest.messages()
            #expect(messages.map { $0["id"] } == [question["id"], "del"])
            #expect(MCPCaller.text(messages.last).contains("Deleted"))
            // It can be read again, from any place.
            var again = EventReader(try await caller.listen(after: id))
            let events = try await again.rest().filter { !$0.data.isEmpty }
            #expect(events.map(\.json) == messages)
            var end = EventReader(try await caller.listen(after: try #require(events.first?.id)))
            #expect(try await end.messages() == Array(messages.dropFirst()))
            // Events that never were are refused.
            for wrong in ["x", "1", "1-", "-1-0", "99-0", "1-99", "1-0-0"] {
                #expect(try await caller.listen(after: wrong).status == 400, "\(wrong)")
            }
        }
    }

    /// A broken connection cancels nothing at once, and the work ends after the grace window.
    @Test(arguments: [true, false])
    func aDisconnectEndsTheCallAfterTheGrace(hasGrace: Bool) async throws {
        try await MCPCaller.withSlowTool { settings in
            settings.runLimits.disconnectGrace = hasGrace ? .seconds(3600) : .zero
        } _: { server, weather, gate in
            let caller = try await MCPCaller.open(server, "2025-11-25")
            let seen = try await caller.disconnect("tools/call", MCPCaller.slow, after: 1) {
                _ = await weather.server.requests(atLeast: 1)
            }
            let id = try #require(seen.first?.id)
            guard hasGrace else {
                #expect(await weather.server.ending(of: 1)?.kind == .closedByPeer)
                return
            }
            gate.open()
            var rest = EventReader(try await caller.listen(after: id))
            #expect(MCPCaller.text(try await rest.messages().last).contains("Kyoto"))
        }
    }

    @Test func aCallIsCancelledByANotification() async throws {
        try await MCPCaller.withSlowTool { server, weather, _ in
            let caller = try await MCPCaller.open(server, "2025-11-25")
            var reader = EventReader(try await caller.stream("tools/call", MCPCaller.slow, id: "slow"))
            _ = await weather.server.requests(atLeast: 1)
            // Another id cancels nothing.
            for id in ["other", "slow"] as [JSONValue] {
                let note: JSONValue = [
                    "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id],
                ]
                #expect(try await caller.post(note).status == 202)
            }
            #expect(await weather.server.ending(of: 1)?.kind == .closedByPeer)
            #expect(try await reader.messages().isEmpty)
            #expect(try await caller.send("ping").status == 200)
        }
    }

    @Test func theEndOfASessionEndsItsStreams() async throws {
        try await MCPCaller.withSlowTool { server, weather, _ in
            let caller = try await MCPCaller.open(server, "2025-11-25")
            var calls = EventReader(try await caller.stream("tools/call", MCPCaller.slow))
            var changes = EventReader(try await caller.listen())
            #expect(try await changes.next()?.data.isEmpty == true)
            _ = await weather.server.requests(atLeast: 1)
            let ended = try await server.send(.delete, "/mcp", headers: caller.sessionHeaders)
            #expect(ended.status == 204)
            #expect(try await changes.messages().isEmpty)
            #expect(try await calls.messages().map { $0["error"]?["code"] } == [-32603])
            #expect(await weather.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    // MARK: - Changes

    @Test func changesOfASession() async throws {
        try await TestServer.with { server in
            let conversation = try #require(try await server.chat("Hello")["conversation"]?.stringValue)
            let caller = try await MCPCaller.open(server, "2025-11-25")
            let listed = try await caller.send("resources/list").json["result"]?["resources"]?.arrayValue ?? []
            let uri = try #require(listed.compactMap { $0["uri"]?.stringValue }.first { $0.contains(conversation) })
            #expect(try await caller.send("resources/subscribe", ["uri": .string(uri)]).status == 200)
            var reader = EventReader(try await caller.listen())
            #expect(try await reader.next()?.data.isEmpty == true)
            _ = try await server.chat("Hello again", conversation: conversation)
            var methods: [String] = []
            while !methods.contains("notifications/resources/updated"), let message = try await reader.message() {
                methods.append(message.json["method"]?.stringValue ?? "")
                if methods.last == "notifications/resources/updated" {
                    #expect(message.json["params"]?["uri"]?.stringValue == uri)
                }
            }
            let text = try await caller.send("resources/read", ["uri": .string(uri)]).message
            #expect(text["result"]?["contents"]?[0]?["text"]?.stringValue?.contains("Hello again") == true)
            _ = try await server.chat("Another one")
            while let message = try await reader.message() {
                if message.json["method"] == "notifications/resources/list_changed" { break }
            }
        }
    }
}
