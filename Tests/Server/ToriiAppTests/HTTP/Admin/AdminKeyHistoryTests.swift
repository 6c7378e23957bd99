import AgentRuntime
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The history of an upstream's keys, over HTTP.
@Suite(.timeLimit(.minutes(1))) struct AdminKeyHistoryTests {
    private static let first = "sk-first-0123456789abcdef"
    private static let keys = "upstreams/openai/keys"
    private static let path = "upstreams/openai/history"

    private func withServer(_ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void) async throws {
        try await OpenAIStandIn.with(keys: [Self.first], script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    @Test func itHasCausesAndOutcomesButNoSecret() async throws {
        try await withServer { server, standIn in
            let added = try await server.admin(.post, Self.keys, ["secret": .string(Self.first), "label": "main"])
            let id = try #require(added.json["key"]?["id"]?.stringValue)
            #expect(try await server.chat("hello")["status"] == "completed")
            standIn.accept(keys: ["sk-another-0123456789abcdef"])
            #expect(try await server.admin(.post, "\(Self.keys)/\(id)/check").status == 200)
            #expect(try await server.admin(.post, "\(Self.keys)/\(id)/restore").status == 200)
            #expect(try await server.admin(.delete, "\(Self.keys)/\(id)").status == 204)
            let answer = try await server.admin(.get, Self.path)
            #expect(answer.status == 200 && !answer.text.contains(Self.first))
            let history = answer.json
            #expect(history["upstream"] == "openai" && history["step_seconds"] == 300 && history["truncated"] == false)
            #expect(history["keys"]?[0]?["label"] == "main" && history["keys"]?[0]?["state"] == "removed")
            let changes = history["changes"]?.arrayValue ?? []
            #expect(changes.map { $0["cause"] } == ["added", "checked", "restored", "removed"])
            #expect(changes.map { $0["state"] } == ["healthy", "dead", "healthy", "removed"])
            #expect(changes.map { $0["until"] == .null } == [true, false, true, true])
            #expect(history["outcomes"]?[0]?["key"] == .string(id))
            #expect(history["outcomes"]?[0]?["accepted"] == 1 && history["outcomes"]?[0]?["failed"] == 0)
            for step in [1, 5, 15, 60] {
                let found = try await server.admin(.get, "\(Self.path)?step=\(step)").json
                #expect(found["step_seconds"] == .integer(step * 60))
            }
        }
    }

    @Test(arguments: [
        "?step=2", "?step=x", "?since=2020-01-01T00:00:00Z", "?since=2999-01-01T00:00:00Z",
        "?until=2020-01-01T00:00:00Z",
        "?key=x",
    ])
    func aFaultyQueryIsRefused(query: String) async throws {
        try await TestServer.with { server in
            let status = try await server.admin(.get, Self.path + query).status
            #expect(status == 400)
        }
    }

    @Test func onlyReadersOfKeysSeeIt() async throws {
        try await TestServer.with { server in
            #expect(try await server.admin(.get, "upstreams/unknown/history").status == 404)
            for (scope, expected) in [("admin:keys", 200), ("admin:read", 200), ("admin:clients", 403)] {
                let made = try await server.admin(
                    .post,
                    "clients",
                    ["name": .string(scope), "scopes": [.string(scope)]]
                )
                let token = try #require(made.json["token"]?["secret"]?.stringValue)
                let answer = try await server.send(.get, "/admin/" + Self.path, token: token)
                #expect(answer.status == expected, "\(scope)")
            }
        }
    }
}
