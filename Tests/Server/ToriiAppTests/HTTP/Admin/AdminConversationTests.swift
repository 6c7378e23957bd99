import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The conversations of clients for administrators.
@Suite(.timeLimit(.minutes(1))) struct AdminConversationTests {
    private static let path = "clients/preset:client:preset/conversations"

    private func lines(_ answer: TestServer.Answer) -> [JSONValue] {
        answer.text.split(separator: "\n").map { (try? JSONValue(parsing: String($0))) ?? .null }
    }

    @Test func aConversationWithARunningTurnIsNotDeleted() async throws {
        try await TestServer.with { server in
            var ids: [String] = []
            for number in 1...3 {
                let reply = try await server.chat("Add \"item \(number)\" to the inventory, quantity \(number)")
                ids.append(try #require(reply["conversation"]?.stringValue))
            }
            let waiting = try await server.chat("Delete the inventory item with the ID 1", conversation: ids[0])
            #expect(waiting["status"] == "waiting")
            let one = try await server.admin(.delete, Self.path + "/" + ids[0])
            #expect(one.status == 409)
            let all = try await server.admin(.delete, Self.path)
            #expect(all.json == ["deleted": 2, "busy": [.string(ids[0])]])
            let left = try await server.admin(.get, Self.path).json["conversations"]?.arrayValue
            #expect(left?.map { $0["id"]?.stringValue } == [ids[0]])
            let rows = try await server.admin(.get, "audit?action=conversations.delete").json["rows"]?.arrayValue
            #expect(rows?.map { $0["outcome"] } == ["done: 2 conversations"])
        }
    }

    @Test func conversationsNeedTheScopeForClients() async throws {
        try await TestServer.with { server in
            _ = try await server.chat("List the inventory")
            for (scope, status) in [("admin:read", 403), ("admin:keys", 403), ("admin:clients", 200)] {
                let made = try await server.admin(
                    .post,
                    "clients",
                    ["name": .string(scope), "scopes": [.string(scope)]]
                )
                let token = try #require(made.json["token"]?["secret"]?.stringValue)
                for path in [Self.path, Self.path + "/export"] {
                    #expect(try await server.admin(.get, path, token: token).status == status, "\(scope) \(path)")
                }
            }
            let exports = try await server.admin(.get, "audit?action=conversations.export").json["rows"]?.arrayValue
            #expect(exports?.count == 1)
        }
    }

    @Test func anExportHasALineForEachConversationOfTheClientOnly() async throws {
        try await TestServer.with { server in
            let made = try await server.admin(.post, "clients", ["name": "phone"])
            let id = try #require(made.json["client"]?["id"]?.stringValue)
            let token = try #require(made.json["token"]?["secret"]?.stringValue)
            let own = try await server.chat("List the inventory")["conversation"]?.stringValue
            var ids: [String] = []
            for _ in 0..<3 {
                let body = #"{"message":"List the inventory"}"#
                let reply = try await server.send(.post, "/v1/chat", token: token, body: body)
                ids.append(try #require(reply.json["conversation"]?.stringValue))
            }
            let path = "clients/\(id.prefix(8))/conversations"
            let export = try await server.admin(.get, path + "/export")
            #expect(export.headers["Content-Type"] == "application/jsonl")
            #expect(Set(lines(export).compactMap { $0["conversation"]?.stringValue }) == Set(ids))
            let one = try await server.admin(.get, path + "/export?conversation=\(ids[1])")
            #expect(lines(one) == lines(export).filter { $0["conversation"]?.stringValue == ids[1] })
            let others = try await server.admin(.get, path + "/export?conversation=\(own ?? "")")
            #expect(others.status == 404)
            #expect(try await server.admin(.delete, path + "/\(own ?? "")").status == 404)
            #expect(try await server.admin(.get, "clients/nobody/conversations").status == 404)
        }
    }
}
