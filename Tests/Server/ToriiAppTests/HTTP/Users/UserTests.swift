import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Users of a client, named by its backend.
@Suite(.timeLimit(.minutes(2))) struct UserTests {
    @Test func eachUserHasItsOwnConversations() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers()
            let (anna, ben) = (server.acting(for: "anna"), server.acting(for: "Anna"))
            let chat = try await anna.send(.post, "/v1/chat", token: token, body: #"{"message":"What is 2 plus 3?"}"#)
            #expect(chat.status == 200, "\(chat.text)")
            let list = try await anna.send(.get, "/v1/conversations", token: token)
            #expect(list.json["conversations"]?.arrayValue?.count == 1)
            #expect(try await ben.send(.get, "/v1/conversations", token: token).json["conversations"] == [])
            // Without a user there is no own data, also not common one.
            let none = try await server.send(.get, "/v1/conversations", token: token)
            #expect(none.status == 403 && none.problem == "user-required")
            // Routes without own data need none.
            #expect(try await server.send(.get, "/v1/tools", token: token).status == 200)
            // The log names the user by its id, never by the backend's name for it.
            let user = try #require(try await anna.send(.get, "/v1/session", token: token).json["user"]?.stringValue)
            #expect(user.wholeMatch(of: /usr_[0-9a-f]{32}/) != nil)
            try await server.log.eventually { lines in
                lines.contains { $0.value("user") == user && $0.value("client") == id }
            }
            #expect(!server.log.text.contains("anna"))
        }
    }

    @Test func aRequestWithoutItsScopeMakesNoUser() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers(settings: ["scopes": ["chat"]])
            let anna = server.acting(for: "anna")
            for _ in 0..<2 {
                let refused = try await anna.send(.post, "/v1/extract", token: token, body: "{}")
                #expect(refused.status == 403 && refused.text.contains("'extract'"), "\(refused.text)")
                let call = try await anna.send(.post, "/v1/tools/getInventoryList", token: token, body: "{}")
                #expect(call.status == 403 && call.text.contains("tools:getInventoryList"), "\(call.text)")
            }
            #expect(try await server.admin(.get, "clients/\(id)/users").json["users"] == [])
            #expect(try await anna.send(.get, "/v1/conversations", token: token).status == 200)
            #expect(try await anna.send(.post, "/v1/extract", token: token, body: "{}").status == 403)
            #expect(try await server.admin(.get, "clients/\(id)/users").json["users"]?.arrayValue?.count == 1)
        }
    }

    @Test func metricsCountTheBackendsUsers() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers()
            for name in ["anna", "ben", "anna"] {
                #expect(try await server.acting(for: name).send(.get, "/v1/session", token: token).status == 200)
            }
            let tooLong = server.acting(for: String(repeating: "a", count: 300))
            #expect(try await tooLong.send(.get, "/v1/session", token: token).status == 400)
            #expect(try await server.send(.get, "/v1/tools", token: "torii_unknown").status == 401)
            let answer = try await server.send(.get, "/metrics", token: TestServer.adminToken)
            let page = try Exposition(answer.text)
            #expect(page.value("torii_authentications_total", ["kind": "backend", "outcome": "accepted"]) == 3)
            #expect(page.value("torii_authentications_total", ["kind": "backend", "outcome": "refused"]) == 1)
            #expect(page.value("torii_authentications_total", ["kind": "client", "outcome": "unknown"]) == 1)
            let new = ["client": id, "kind": "identified", "outcome": "created"]
            #expect(page.value("torii_users_created_total", new) == 2 && page.value("torii_users_in_memory") == 2)
            #expect(!answer.text.contains("usr_") && !answer.text.contains("anna"))
        }
    }

    /// A thin client writes the body, so it chooses no user.
    @Test func theBodyChoosesNoUser() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers().token
            for (path, body) in [
                ("/v1/chat/completions", #"{"messages":[{"role":"user","content":"hello"}],"user":"anna"}"#),
                ("/v1/responses", #"{"input":"hello","user":"anna","safety_identifier":"anna","store":true}"#),
            ] {
                let answer = try await server.send(.post, path, token: token, body: body)
                #expect(answer.status == 403 && answer.text.contains("Torii-User"), "\(answer.text)")
                let ben = try await server.acting(for: "ben").send(.post, path, token: token, body: body)
                #expect(ben.status == 200, "\(ben.text)")
            }
            let anna = server.acting(for: "anna")
            #expect(try await anna.send(.get, "/v1/conversations", token: token).json["conversations"] == [])
            #expect(try await anna.send(.get, "/v1/runs", token: token).json["runs"] == [])
        }
    }

    @Test func aTokenWithoutTheScopeNamesNobody() async throws {
        try await TestServer.with { server async throws in
            let anna = server.acting(for: "anna")
            let refused = try await anna.send(.get, "/v1/conversations")
            #expect(refused.status == 403 && refused.problem == "forbidden")
            #expect(refused.json["detail"]?.stringValue?.contains("'users'") == true)
            let admin = try await server.send(
                .get,
                "/admin/clients",
                token: TestServer.adminToken,
                headers: [("Torii-User", "anna")]
            )
            #expect(admin.status == 403)
            // An unknown token is refused first.
            #expect(try await anna.send(.get, "/v1/conversations", token: "torii_unknown").status == 401)
            let (id, token) = try await server.makeClientWithUsers()
            let twice = try await anna.send(.get, "/v1/session", token: token, headers: [("Torii-User", "ben")])
            #expect(twice.status == 400, "\(twice.text)")
            #expect(try await server.admin(.get, "clients/\(id)/users").json["users"] == [])
        }
    }

    @Test func aUserHasTheScopesOfBoth() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers(
                scopes: ["users", "chat", "tools:getInventory"],
                settings: ["scopes": ["tools:*", "extract"]]
            ).token
            let session = try await server.acting(for: "anna").send(.get, "/v1/session", token: token)
            #expect(session.json["scopes"] == ["tools:getInventory"])
            let chat = try await server.acting(for: "anna").send(
                .post,
                "/v1/chat",
                token: token,
                body: #"{"message":"hello"}"#
            )
            #expect(chat.status == 403 && chat.problem == "forbidden")
        }
    }

    @Test func aPlanHasItsModels() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers(
                settings: ["plans": ["free": ["models": ["anthropic:*"]]]]
            ).token
            // The plan of a request is that of the user from then on.
            for (user, plan) in [("anna", "default"), ("ben", "free")] {
                let (person, isFree) = (server.acting(for: user), plan == "free")
                let headers = [("Torii-Plan", plan), ("Content-Type", "application/json")]
                let list = try await person.send(.get, "/v1/models", token: token, headers: headers)
                #expect(list.text.contains("phrasebook") == !isFree, "\(list.text)")
                let one = try await person.send(.get, "/v1/models/phrasebook", token: token, headers: headers)
                #expect(one.status == (isFree ? 404 : 200))
                let session = try await person.send(.get, "/v1/session", token: token, headers: headers)
                #expect((session.json["models"] == []) == isFree, "\(session.text)")
                for (path, body, refusal) in [
                    ("/v1/chat", #"{"message":"What is 2 plus 3?","model":"phrasebook"}"#, 400),
                    ("/v1/responses", #"{"input":"What is 2 plus 3?","model":"phrasebook"}"#, 404),
                ] {
                    let answer = try await person.send(.post, path, token: token, body: body, headers: headers)
                    #expect(answer.status == (isFree ? refusal : 200), "\(answer.text)")
                    #expect(answer.text.contains("the plan 'free' does not offer") == isFree)
                    guard answer.status == 400 else { continue }
                    let detail = "the plan 'free' has no model that can be called now; ask the operator"
                    #expect(answer.json["errors"]?[0]?["detail"] == .string(detail), "\(answer.text)")
                }
            }
        }
    }

    @Test func theOwnTokenMayHaveDataIfTheOperatorWantsIt() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers(settings: ["own_data": true]).token
            #expect(try await server.send(.get, "/v1/conversations", token: token).status == 200)
        }
    }

    @Test func newUsersAreLimited() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers(settings: ["new_users_per_day": 1]).token
            #expect(try await server.acting(for: "anna").send(.get, "/v1/session", token: token).status == 200)
            let limited = try await server.acting(for: "ben").send(.get, "/v1/session", token: token)
            #expect(limited.status == 429 && limited.problem == "new-users-limited")
            #expect(limited.headers["Retry-After"].flatMap { Int($0) }.map { (86_000...86_400).contains($0) } == true)
            #expect(try await server.acting(for: "anna").send(.get, "/v1/session", token: token).status == 200)
        }
    }

    /// The run that waits and the stream of a device end; those of another user continue.
    @Test func aBlockEndsTheStreamsOfOneUser() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers()
            let (anna, ben) = (server.acting(for: "anna"), server.acting(for: "ben"))
            let phone = AlbumDevice(server: anna, token: token)
            _ = try await phone.register()
            var events = try await phone.events()
            let other = AlbumDevice(server: ben, token: token)
            _ = try await other.register()
            _ = try await other.events()
            let waiting = try await anna.send(
                .post,
                "/v1/chat",
                token: token,
                body: """
                    {"message": "Which of my contacts were born in December?",
                    "client_tools": [{"name": "findContacts", "description": "contacts"}]}
                    """
            )
            let run = try #require(waiting.json["run"]?.stringValue)
            let user = try #require(try await anna.send(.get, "/v1/session", token: token).json["user"]?.stringValue)
            let path = "clients/\(id)/users/\(user)"
            let blocked = try await server.admin(.patch, path, ["blocked": true])
            #expect(blocked.status == 200 && blocked.json["user"]?["blocked_at"]?.stringValue != nil)
            // The stream ends by itself, perhaps in the middle of a response.
            _ = try? await events.rest()
            try await server.log.eventually { lines in
                lines.contains { $0.message == "Run ended" && $0.value("run") == run }
            }
            let refused = try await anna.send(.get, "/v1/runs/\(run)", token: token)
            #expect(refused.status == 403 && refused.problem == "user-blocked")
            #expect(try await ben.send(.get, "/v1/conversations", token: token).status == 200)
            #expect(try await server.admin(.patch, path, ["blocked": false]).json["user"]?["blocked_at"] == .null)
            let after = try await anna.send(.get, "/v1/runs/\(run)", token: token)
            #expect(after.status == 200 && after.json["status"] == "cancelled", "\(after.text)")
        }
    }

    @Test func aUserSeesItself() async throws {
        try await TestServer.with { server async throws in
            let plan: JSONValue = [
                "tokens_per_day": 9, "money_per_day": "2.50", "storage_mb": 3, "retention_days": nil,
                "models": ["phrasebook"], "model": "phrasebook", "effort": "none",
            ]
            let (id, token) = try await server.makeClientWithUsers(settings: ["plans": ["pro": plan]])
            let headers = [("Torii-Plan", "pro"), ("Torii-Organization", "acme")]
            let answer = try await server.acting(for: "anna")
                .send(.get, "/v1/users/self", token: token, headers: headers)
            #expect(answer.status == 200, "\(answer.text)")
            let user = answer.json["user"]
            #expect(user?["plan"] == "pro" && user?["organization"] == "acme" && user?["kind"] == "identified")
            #expect(user?["identities"]?[0]?["issuer"] == "backend" && user?["identities"]?[0]?["subject"] == nil)
            let own = try await server.send(.get, "/v1/users/self", token: token)
            #expect(own.status == 404 && own.text.contains("send the field 'Torii-User'"), "\(own.text)")
            let shown = try await server.admin(.get, "clients/\(id)/users/\(user?["id"]?.stringValue ?? "")")
            #expect(shown.json["identities"]?[0]?["subject"] == "anna")
            let applied: JSONValue = [
                "requests_per_minute": 20, "concurrent_runs": 2, "tokens_per_day": 9, "money_per_day": "2.50",
                "storage_mb": 3, "inventory_items": 1000, "models": ["phrasebook"], "model": "phrasebook",
                "effort": "none",
            ]
            #expect(shown.json["applied_limits"] == applied && shown.json["stored_bytes"] == 0, "\(shown.text)")
            // The user sees the same, without the money.
            let seen = answer.json["applied_limits"]
            #expect(seen?["storage_mb"] == 3 && seen?["effort"] == "none" && seen?["money_per_day"] == nil)
        }
    }
}
