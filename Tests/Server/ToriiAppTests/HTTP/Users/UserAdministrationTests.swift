import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct UserAdministrationTests {
    @Test func settingsAreSetWithTheRevisionAndRemovedWithoutUsers() async throws {
        try await TestServer.with { server async throws in
            let made = try await server.admin(.post, "clients", ["name": "app", "scopes": ["users", "chat"]])
            let id = try #require(made.json["client"]?["id"]?.stringValue)
            let path = "clients/\(id)/users-settings"
            #expect(try await server.admin(.get, path).json == ["users": nil, "revision": 0])
            let set = try await server.admin(.put, path, ["users": [:], "revision": 0])
            #expect(set.status == 200 && set.json["revision"] == 1)
            #expect(set.json["users"]?["plans"]?["default"]?["tokens_per_day"] == 50_000)
            // One leaked token could spend without bound.
            #expect(set.json["warnings"]?.arrayValue?.count == 1)
            let late = try await server.admin(.put, path, ["users": [:], "revision": 0])
            #expect(late.status == 409)
            // Settings that nobody has read are not replaced.
            let blind = try await server.admin(.put, path, ["users": [:]])
            #expect(blind.status == 400, "\(blind.text)")
            #expect(blind.json["errors"]?[0]?["pointer"] == "#/revision", "\(blind.text)")
            #expect(try await server.admin(.get, path).json["revision"] == 1)
            let other = try await server.admin(.post, "clients", ["name": "first"])
            let first = "clients/\(other.json["client"]?["id"]?.stringValue ?? "")/users-settings"
            #expect(try await server.admin(.put, first, ["users": [:]]).status == 200)
            for (body, word) in [
                (["users": ["plans": ["pro": ["tokens_per_day": 0]]]], "users.plans.pro.tokens_per_day"),
                (["users": ["scopes": ["admin:keys"]]], "users.scopes"), (["users": nil], "users"), ([:], "users"),
                (["users": [:], "more": 1], "more"),
            ] as [(JSONValue, String)] {
                let refused = try await server.admin(.put, path, body)
                #expect(refused.status == 400 && refused.text.contains(word), "\(refused.text)")
            }
            let twice = try await server.send(
                .put,
                "/admin/" + path,
                token: TestServer.adminToken,
                body: #"{"users": {"own_data": false, "own_data": true}}"#
            )
            #expect(twice.status == 400 && twice.problem == "invalid-json", "\(twice.text)")
            let token = try #require(made.json["token"]?["secret"]?.stringValue)
            #expect(try await server.acting(for: "anna").send(.get, "/v1/session", token: token).status == 200)
            #expect(try await server.admin(.delete, path).status == 409)
            // The client of TORII_CLIENT_TOKEN has no row, and so no users.
            let preset = try await server.admin(.put, "clients/preset:client:preset/users-settings", ["users": [:]])
            #expect(preset.status == 404)
            let audit = try await server.admin(.get, "audit").json["rows"]?.arrayValue ?? []
            #expect(audit.contains { $0["action"] == "users.settings" && $0["object"] == .string("clients/\(id)") })
        }
    }

    @Test func usersAreListedFoundAndOrdered() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers()
            for name in ["anna", "ben", "cleo"] {
                #expect(try await server.acting(for: name).send(.get, "/v1/session", token: token).status == 200)
            }
            let path = "clients/\(id)/users"
            let all = try await server.admin(.get, path)
            #expect(all.json["users"]?.arrayValue?.count == 3 && all.json["next"] == .null, "\(all.text)")
            // An issuer's name for a user is a person's, so a list has none.
            #expect(!all.text.contains("anna"))
            let found = try await server.admin(.get, path + "?q=ben&issuer=backend").json["users"]
            #expect(found?.arrayValue?.count == 1)
            let user = try #require(found?[0]?["id"]?.stringValue)
            #expect(try await server.admin(.get, path + "?q=\(user)").json["users"] == found)
            // Nobody has named a plan.
            #expect(try await server.admin(.get, path + "?plan=default").json["users"]?.arrayValue?.count == 3)
            #expect(try await server.admin(.get, path + "?plan=anonymous").json["users"] == [])
            var seen: Set<String> = []
            var cursor = ""
            repeat {
                let page = try await server.admin(.get, path + "?order=spend&limit=1" + cursor)
                #expect(page.json["users"]?.arrayValue?.count == 1)
                seen.insert(page.json["users"]?[0]?["id"]?.stringValue ?? "")
                cursor = page.json["next"]?.stringValue.map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty && seen.count < 9
            #expect(seen.count == 3)
            let table = try await server.send(
                .get,
                "/admin/" + path,
                token: TestServer.adminToken,
                headers: [("Accept", "text/csv")]
            )
            #expect(table.text.split(separator: "\r\n").count == 4 && !table.text.contains("anna"))
            for query in ["order=name", "kind=robot", "blocked=maybe", "cursor=x", "limit=0", "name=x"] {
                #expect(try await server.admin(.get, path + "?" + query).status == 400, "\(query)")
            }
        }
    }

    @Test func runsAndUsageOfOneUserAreListed() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers()
            var users: [String] = []
            for name in ["anna", "ben", "ben"] {
                let sender = server.acting(for: name)
                let chat = try await sender.send(
                    .post,
                    "/v1/chat",
                    token: token,
                    body: #"{"message":"What is 2 plus 3?"}"#
                )
                #expect(chat.status == 200, "\(chat.text)")
                let session = try await sender.send(.get, "/v1/session", token: token)
                users.append(try #require(session.json["user"]?.stringValue))
            }
            let own = try await server.chat("What is 2 plus 3?")
            let all = try await server.admin(.get, "runs").json["runs"]?.arrayValue ?? []
            #expect(all.map { $0["user"]?.stringValue } == [nil, users[1], users[1], users[0]])
            #expect(all.first?["id"] == own["run"])
            let ofBen = try await server.admin(.get, "runs?user=\(users[1])").json["runs"]?.arrayValue ?? []
            #expect(ofBen == Array(all.dropFirst().prefix(2)))
            #expect(try await server.admin(.get, "runs?user=usr_0").json["runs"] == [])
            let path = "usage?client=\(id)"
            let sum = try await server.admin(.get, path).json["usage"]?[0]
            #expect(sum?["turns"] == 3 && sum?.serialized().contains("usr_") == false)
            let usage = try await server.admin(.get, path + "&user=\(users[1])").json["usage"]?.arrayValue
            #expect(usage?.count == 1 && usage?[0]["turns"] == 2 && usage?[0]["user"] == .string(users[1]))
            #expect(usage?[0]["client"] == .string(id) && usage?[0]["model"] == "phrasebook")
            #expect(try await server.admin(.get, "usage?user=\(users[1])").status == 400)
        }
    }

    @Test func supportLimitsAndBlocksUsersAndNothingElse() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers(settings: ["plans": ["pro": ["tokens_per_day": 9]]])
            let made = try await server.admin(.post, "clients", ["name": "support", "scopes": ["admin:users"]])
            let support = try #require(made.json["token"]?["secret"]?.stringValue)
            let session = try await server.acting(for: "anna").send(.get, "/v1/session", token: token)
            let user = try #require(session.json["user"]?.stringValue)
            let path = "clients/\(id)/users/\(user)"
            let limited = try await server.admin(
                .patch,
                path,
                ["plan": "pro", "limits": ["concurrent_runs": 1, "storage_mb": nil]],
                token: support
            )
            #expect(limited.status == 200, "\(limited.text)")
            #expect(limited.json["user"]?["limits"] == ["concurrent_runs": 1, "storage_mb": nil])
            #expect(limited.json["applied_limits"]?["tokens_per_day"] == 9)
            #expect(limited.json["applied_limits"]?["concurrent_runs"] == 1)
            let uses = limited.json["limits"]?.arrayValue ?? []
            #expect(
                uses.contains { $0["name"] == "tokens-per-day" && $0["quota"] == 9 && $0["used"] == 0 },
                "\(limited.text)"
            )
            #expect(limited.json["warnings"] == nil)
            // A number that fits no turn is said, as for a client.
            let small = try await server.admin(.patch, path, ["limits": ["tokens_per_day": 100]], token: support)
            #expect(small.text.contains("the smallest useful number is 1000"), "\(small.text)")
            let settings = "clients/\(id)/users-settings"
            let tight = try await server.admin(
                .put,
                settings,
                ["users": ["plans": ["pro": ["tokens_per_day": 9], "mini": ["tokens_per_day": 8]]], "revision": 1]
            )
            #expect(tight.text.contains("plan mini: tokens_per_day is 8"), "\(tight.text)")
            #expect(!tight.text.contains("plan pro"))
            let blocked = try await server.admin(.patch, path, ["blocked": true], token: support)
            #expect(blocked.status == 200 && blocked.json["limits"] == nil, "\(blocked.text)")
            #expect(try await server.admin(.patch, path, ["blocked": false], token: support).status == 200)
            let inherited = try await server.admin(.patch, path, ["plan": nil, "limits": [:]], token: support)
            #expect(inherited.json["user"]?["plan"] == "default" && inherited.json["user"]?["limits"] == [:])
            for (body, status) in [
                (["plan": "platinum"], 400), (["limits": ["tokens": 1]], 400), (["limits": nil], 400),
                (["blocked": "yes"], 400), (["name": "x"], 400), ([:], 200),
            ] as [(JSONValue, Int)] {
                #expect(try await server.admin(.patch, path, body, token: support).status == status, "\(body)")
            }
            #expect(try await server.admin(.post, path + "/sign-out", token: support).status == 204)
            #expect(try await server.admin(.post, "clients/\(id)/users/sign-out", token: support).status == 204)
            #expect(try await server.admin(.get, path, token: support).json["user"]?["valid_from"]?.stringValue != nil)
            let nobody = "clients/\(id)/users/usr_0"
            #expect(try await server.admin(.patch, nobody, ["blocked": true], token: support).status == 404)
            for other in ["clients", "clients/\(id)/users-settings", "upstreams", "audit"] {
                #expect(try await server.admin(.get, other, token: support).status == 403, "\(other)")
            }
            let rows = try await server.admin(.get, "audit").json["rows"]?.arrayValue ?? []
            for outcome in ["done: on", "done: plan mini"] as [JSONValue] {
                #expect(rows.contains { $0["action"] == "users.settings" && $0["outcome"] == outcome }, "\(outcome)")
            }
            let object = JSONValue.string(path)
            for action in ["user.limits", "user.sign-out"] {
                #expect(rows.contains { $0["action"] == .string(action) && $0["object"] == object }, "\(action)")
            }
            #expect(rows.contains { $0["action"] == "users.sign-out" })
            // The chain names no person.
            #expect(!rows.contains { $0.serialized().contains("anna") })
        }
    }

    /// A client's id with an encoded slash is not the text of one of its users.
    @Test func noPathOfAClientLeadsToAUser() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await server.makeClientWithUsers()
            let anna = server.acting(for: "anna")
            #expect(try await anna.send(.post, "/v1/chat", token: token, body: #"{"message":"hello"}"#).status == 200)
            let user = try #require(try await anna.send(.get, "/v1/session", token: token).json["user"]?.stringValue)
            for slash in ["%2F", "%2f"] {
                let path = "clients/\(id)\(slash)\(user)"
                for (method, rest) in [
                    (.get, "/conversations"), (.get, "/conversations/export"), (.delete, "/conversations"), (.get, ""),
                    (.delete, ""), (.get, "/users/\(user)"),
                ] as [(HTTPMethod, String)] {
                    let answer = try await server.admin(method, path + rest)
                    #expect(answer.status == 400, "\(method) \(rest): \(answer.text)")
                }
            }
            let list = try await anna.send(.get, "/v1/conversations", token: token)
            #expect(list.json["conversations"]?.arrayValue?.count == 1)
        }
    }
}
