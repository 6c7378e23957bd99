import StreamingJSON
import Testing
import Transport

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct AdminClientTests {
    private func status(of token: String, at server: TestServer) async throws -> Int {
        try await server.send(.get, "/v1/tools", token: token).status
    }

    private func create(
        _ server: TestServer,
        _ body: JSONValue,
        token: String = TestServer.adminToken
    ) async throws -> (id: String, token: String) {
        let made = try await server.admin(.post, "clients", body, token: token)
        #expect(made.status == 201)
        return (
            try #require(made.json["client"]?["id"]?.stringValue),
            try #require(made.json["token"]?["secret"]?.stringValue)
        )
    }

    @Test func aClientIsMadeChangedAndShutOut() async throws {
        try await TestServer.with { server in
            let limits: JSONValue = ["tokens_per_day": 1000, "money_per_month": "2.5", "time_zone": "Asia/Tokyo"]
            let (id, token) = try await create(server, ["name": "phone", "scopes": ["chat"], "limits": limits])
            #expect(try await status(of: token, at: server) == 200)
            let change: JSONValue = ["name": "tablet", "limits": ["concurrent_runs": 2], "expires_at": .null]
            let changed = try await server.admin(.patch, "clients/\(id)", change)
            #expect(changed.json["client"]?["name"] == "tablet")
            #expect(changed.json["client"]?["limits"] == ["concurrent_runs": 2])
            #expect(changed.json["client"]?["scopes"] == ["chat"])
            let list = try await server.admin(.get, "clients")
            #expect(list.json["clients"]?.arrayValue?.map { $0["name"] } == ["tablet"])
            #expect(!list.text.contains(token))
            #expect(try await server.admin(.post, "clients/\(id)/revoke").status == 200)
            #expect(try await status(of: token, at: server) == 401)
            #expect(try await server.admin(.delete, "clients/\(id)").status == 204)
            #expect(try await server.admin(.get, "clients/\(id)").status == 404)
        }
    }

    @Test func tokensAreRotatedWithAnOverlapAndTakenBack() async throws {
        try await TestServer.with { server in
            let (id, first) = try await create(server, ["name": "phone"])
            let rotated = try await server.admin(.post, "clients/\(id)/rotate", ["overlap_seconds": 3600])
            let second = try #require(rotated.json["token"]?["secret"]?.stringValue)
            #expect(try await status(of: first, at: server) == 200)
            #expect(try await status(of: second, at: server) == 200)
            let again = try await server.admin(.post, "clients/\(id)/rotate", ["overlap_seconds": 0])
            let third = try #require(again.json["token"]?["secret"]?.stringValue)
            #expect(try await status(of: first, at: server) == 401)
            #expect(try await status(of: second, at: server) == 401)
            #expect(try await status(of: third, at: server) == 200)
            let issued = try await server.admin(.post, "clients/\(id)/tokens")
            let fourth = try #require(issued.json["token"]?["secret"]?.stringValue)
            let fourthID = try #require(issued.json["token"]?["id"]?.stringValue)
            #expect(try await status(of: fourth, at: server) == 200)
            #expect(try await server.admin(.delete, "clients/\(id)/tokens/\(fourthID)").status == 204)
            #expect(try await status(of: fourth, at: server) == 401)
            #expect(try await status(of: third, at: server) == 200)
        }
    }

    @Test func nobodyHandsOutPowerThatTheyDoNotHave() async throws {
        try await TestServer.with { server in
            let (_, makerToken) = try await create(server, ["name": "maker", "scopes": ["admin:clients"]])
            let (keeper, _) = try await create(server, ["name": "keeper", "scopes": ["admin:keys"]])
            let (phone, _) = try await create(server, ["name": "phone"], token: makerToken)
            for (method, path, body) in [
                (.post, "clients", ["name": "me", "scopes": ["admin:keys"]]),
                (.patch, "clients/\(phone)", ["scopes": ["chat", "admin:read"]]),
                (.post, "clients/\(keeper)/rotate", [:]), (.post, "clients/\(keeper)/tokens", [:]),
                (.delete, "clients/\(keeper)", [:]), (.post, "clients/\(keeper)/revoke", [:]),
            ] as [(HTTPMethod, String, JSONValue)] {
                let answer = try await server.admin(method, path, body, token: makerToken)
                #expect(answer.status == 403)
                #expect(answer.problem == "forbidden")
            }
            #expect(try await server.admin(.patch, "clients/\(phone)", ["name": "b"], token: makerToken).status == 200)
        }
    }
}
