import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The exports of a user, by the user itself and by an administrator.
@Suite(.timeLimit(.minutes(2))) struct UserExportTests {
    @Test func bothExportsHaveAllRecordsOfTheUserAndOfNobodyElse() async throws {
        try await TestServer.with { server async throws in
            let (client, token) = try await server.makeClientWithUsers()
            func send(
                _ method: HTTPMethod,
                _ path: String,
                _ body: JSONValue?,
                as user: String
            ) async throws
                -> TestServer.Answer
            {
                try await server.acting(for: user).send(method, path, token: token, body: body?.serialized())
            }
            for (user, word) in [("alice", "Xyzzy"), ("bob", "Plugh")] {
                #expect(try await send(.post, "/v1/chat", ["message": .string(word)], as: user).status == 200)
                let item = try await send(.post, "/v1/tools/createInventory", ["title": .string(word)], as: user)
                #expect(item.status == 200, "\(item.text)")
                let sample: JSONValue = [
                    "type": "step_count", "unit": "count", "value": 5, "start": "2026-11-20T10:00:00Z",
                    "source": .string(word),
                ]
                #expect(try await send(.post, "/v1/health/samples", ["samples": [sample]], as: user).status < 300)
            }
            let own = try await send(.get, "/v1/users/self/export", nil, as: "alice")
            #expect(own.status == 200 && own.headers["Content-Type"] == "application/jsonl", "\(own.text)")
            let lines = try own.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let id = try #require(lines.first?["id"]?.stringValue)
            let names = lines.compactMap { $0["record"]?.stringValue }
            #expect(names.count == lines.count)
            #expect(
                Set(["user", "identity", "plan", "usage", "conversation", "item", "health_sample"]).isSubset(of: names)
            )
            func record(_ name: String) -> JSONValue? { lines.first { $0["record"] == .string(name) } }
            #expect(record("identity")?["issuer"] == "backend" && record("identity")?["subject"] == "alice")
            #expect(record("conversation")?["conversation"]?["messages"]?[0]?["text"] == "Xyzzy")
            #expect(record("item")?["title"] == "Xyzzy" && record("health_sample")?["source"] == "Xyzzy")
            #expect(record("user")?["plan"] == "default" && record("plan")?["name"] == "default")
            #expect(record("plan")?["retention_days"] == 90 && record("plan")?["storage_mb"] == .null)
            #expect(!own.text.contains("Plugh") && !own.text.contains("bob"))

            let administrators = try await server.admin(.get, "clients/\(client)/users/\(id)/export")
            // The time of the last request may differ, and usage that was stored meanwhile.
            func contents(_ text: String) -> [Substring] {
                text.split(separator: "\n").filter {
                    !$0.contains(#""record":"user""#) && !$0.contains(#""record":"usage""#)
                }
            }
            #expect(contents(administrators.text) == contents(own.text))
            let audit = try await server.admin(.get, "audit?action=user.export").json["rows"]?.arrayValue
            #expect(audit?.count == 1 && audit?.first?["object"] == .string("clients/\(client)/users/\(id)"))
        }
    }
}
