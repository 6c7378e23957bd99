import Accounts
import AgentRuntime
import EventStreams
import Foundation
import SigningIssuers
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Tokens of an issuer, over HTTP.
@Suite(.timeLimit(.minutes(2))) struct IssuerTests: IssuerSuite {
    let signer = SigningIssuer()

    @Test func aTokenIsAUserOfItsOwn() async throws {
        try await with { server, standIn, client async throws in
            let (alice, bob) = (try token(standIn), try token(standIn, ["sub": "bob"]))
            #expect(try await status(alice, server) == 401)
            let added = try await add(settings(standIn), to: client, server)
            #expect(added.status == 201 && added.json["issuer"]?["warnings"] == [], "\(added.text)")
            #expect(added.json["issuer"]?["keys"]?[0]?["kid"] == "a" && added.json["secret"] == nil)
            let chat = try await server.send(.post, "/v1/chat", token: alice, body: #"{"message":"What is 2 plus 3?"}"#)
            #expect(chat.status == 200, "\(chat.text)")
            let own = try await server.send(.get, "/v1/conversations", token: alice)
            #expect(own.json["conversations"]?.arrayValue?.count == 1)
            #expect(try await server.send(.get, "/v1/conversations", token: bob).json["conversations"] == [])
            // A token of a user acts for nobody else.
            let other = try await server.send(.get, "/v1/conversations", token: bob, headers: [("Torii-User", "alice")])
            #expect(other.status == 403)
            #expect(try await server.send(.get, "/admin/clients", token: alice).status == 403)
            // Neither the log nor the audit chain has the subject or the token.
            let audit = try await server.admin(.get, "audit").text
            #expect(audit.contains("issuer.add") && !audit.contains("alice"))
            #expect(!server.log.text.contains("alice") && !server.log.text.contains(alice))
        }
    }

    /// The scopes are those of the user, as far as the token has them.
    @Test func aTokenWithoutTheScopeMakesNoUser() async throws {
        try await with { server, standIn, client async throws in
            _ = try await add(settings(standIn, ["claims": ["scopes": "scope"]]), to: client, server)
            #expect(try await status(try token(standIn, ["scope": "extract"]), server) == 403)
            #expect(try await server.admin(.get, "clients/\(client)/users").json["users"] == [])
            #expect(try await status(try token(standIn, ["scope": "chat"]), server) == 200)
            #expect(try await server.admin(.get, "clients/\(client)/users").json["users"]?.arrayValue?.count == 1)
        }
    }

    @Test func metricsCountTokensAndNameNoUser() async throws {
        try await with { server, standIn, client async throws in
            let alice = try token(standIn)
            _ = try await add(settings(standIn), to: client, server)
            for _ in 0..<3 { #expect(try await status(alice, server) == 200) }
            let expired = try token(standIn, ["iat": 1, "exp": 2])
            for _ in 0..<2 { #expect(try await status(expired, server) == 401) }
            let users = try await server.admin(.get, "clients/\(client)/users").json["users"]
            let user = try #require(users?[0]?["id"]?.stringValue)
            _ = try await server.admin(.patch, "clients/\(client)/users/\(user)", ["blocked": true])
            #expect(try await status(alice, server) == 403)
            let answer = try await server.send(.get, "/metrics", token: TestServer.adminToken)
            let page = try Exposition(answer.text)
            for (outcome, count) in [("accepted", 1), ("cached", 2), ("expired", 2), ("blocked", 1)] {
                let labels = ["kind": "jwt", "outcome": outcome]
                #expect(page.value("torii_authentications_total", labels) == Double(count), "\(outcome)")
            }
            #expect(page.value("torii_token_check_seconds_count") == 2 && page.value("torii_token_cache_entries") == 2)
            let keys = ["client": client, "issuer": "login"]
            #expect((page.value("torii_issuer_key_age_seconds", keys) ?? -1) >= 0)
            let readings = keys.merging(["outcome": "succeeded"]) { first, _ in first }
            #expect((page.value("torii_issuer_refreshes_total", readings) ?? 0) >= 1)
            let new = ["client": client, "kind": "identified", "outcome": "created"]
            #expect(page.value("torii_users_created_total", new) == 1 && page.value("torii_users_in_memory") == 1)
            #expect(!answer.text.contains("usr_") && !answer.text.contains("alice"))
        }
    }

    /// A header field of more than 4 KiB is read for a signed token only.
    @Test func aTokenMayHaveEightKibibytes() async throws {
        try await with { server, standIn, client async throws in
            _ = try await add(settings(standIn), to: client, server)
            for (count, expected) in [(5000, 200), (6500, 401)] {
                let long = try token(standIn, ["groups": .string(String(repeating: "g", count: count))])
                #expect(long.utf8.count > 4096)
                #expect(try await status(long, server) == expected, "\(long.utf8.count)")
            }
            #expect(try await status(String(repeating: "a", count: 5000), server) == 401)
        }
    }

    /// The keys are read again only for the operator, because a flood of tokens must not be able to.
    @Test func aFloodOfKeyIDsIsNotPassedOn() async throws {
        try await with { server, standIn, client async throws in
            _ = try await add(settings(standIn), to: client, server)
            let genuine = try token(standIn)
            try await withThrowingTaskGroup(of: Int.self) { group async throws in
                for number in 0..<400 {
                    let forged = try token(standIn, header: ["kid": .string("k\(number)")])
                    group.addTask { try await status(forged, server) }
                    if number % 100 == 0 { #expect(try await status(genuine, server) == 200) }
                }
                for try await status in group { #expect(status == 401 || status == 429) }
            }
            #expect(standIn.readings <= 2)
        }
    }

    /// A token may be valid while its issuer's keys cannot be read, so the answer is not one that ends sessions.
    @Test func withoutKeysATokenIsNotRefused() async throws {
        let folder = NSTemporaryDirectory() + "torii-issuers-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hosts = IssuerHosts("127.0.0.1:*") ?? .publicHosts
        try await IssuerStandIn.with(keys: [signer.jwk]) { standIn async throws in
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.issuerHosts = hosts
            } _: { server async throws in
                let client = try await server.makeClientWithUsers().id
                #expect(try await add(settings(standIn), to: client, server).status == 201)
            }
            standIn.set(.status(503))
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.issuerHosts = hosts
            } _: { server async throws in
                let answer = try await server.send(.get, "/v1/conversations", token: token(standIn))
                #expect(answer.status == 503 && answer.problem == "issuer-unavailable", "\(answer.text)")
                #expect(answer.headers["Retry-After"].flatMap { Int($0) }.map { (1...30).contains($0) } == true)
            }
        }
    }

    /// A stream ends with its token, and with the row of its issuer.
    @Test(arguments: [true, false])
    func aStreamEndsWithItsToken(isExpiry: Bool) async throws {
        try await with { server, standIn, client async throws in
            _ = try await add(settings(standIn, ["leeway": 0]), to: client, server)
            let end = Int(Date().timeIntervalSince1970) + (isExpiry ? 5 : 600)
            let caller = try await MCPCaller.open(
                server,
                MCPCaller.stateful,
                token: try token(standIn, ["exp": .integer(end)])
            )
            var reader = EventReader(try await caller.listen())
            _ = try await reader.next()
            if !isExpiry {
                #expect(try await server.admin(.delete, "clients/\(client)/issuers/login").status == 204)
            }
            #expect(try await reader.messages().allSatisfy { $0["result"] == nil })
        }
    }

    /// A stream of a narrowed token ends with the scopes of the token, whatever else its user may do.
    @Test func aStreamEndsWithTheScopesOfItsToken() async throws {
        try await with { server, standIn, client async throws in
            let added = try await add(settings(standIn, ["claims": ["scopes": "scope"]]), to: client, server)
            #expect(added.status == 201, "\(added.text)")
            let narrowed = try token(standIn, ["scope": "extract"])
            let caller = try await MCPCaller.open(server, MCPCaller.stateful, token: narrowed)
            var reader = EventReader(try await caller.listen())
            _ = try await reader.next()
            let users: JSONValue = ["scopes": ["chat", "tools:*", "devices"]]
            let path = "clients/\(client)/users-settings"
            #expect(try await server.admin(.put, path, ["users": users, "revision": 1]).status == 200)
            #expect(try await reader.messages().allSatisfy { $0["result"] == nil })
            #expect(try await status(try token(standIn, ["scope": "chat"]), server) == 200)
        }
    }

    /// A turn that continues without its caller ends with a sign-out of its user, of all users, and with the row of its issuer.
    @Test(arguments: ["users/sign-out", "user", "issuers/login"])
    func aTurnEndsWithWhatAdmittedIt(end: String) async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["said"])
            reply.steps.append(.wait(.gate(gate)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { model async throws in
            try await with {
                $0.models = [ModelReference(provider: .openai, name: "m")]
                $0.addresses[.openai] = model.baseURL
            } _: { server, standIn, client in
                _ = try await add(settings(standIn), to: client, server)
                // Times of issue are whole seconds.
                let issued = Int(Date().timeIntervalSince1970) - 2
                let own = try self.token(standIn, ["iat": .integer(issued)])
                let response = try await server.stream(["message": "hello", "on_disconnect": "finish"], token: own)
                var events = EventReader(response)
                #expect(try await events.next()?.type == "run.started")
                let user = try await server.send(.get, "/v1/session", token: own).json["user"]?.stringValue ?? ""
                let path = "clients/\(client)/" + (end == "user" ? "users/\(user)/sign-out" : end)
                let ended = try await server.admin(end == "issuers/login" ? .delete : .post, path)
                #expect(ended.status < 300, "\(ended.text)")
                let rest = try await events.rest()
                #expect(rest.last?.type == "run.cancelled" && rest.last?.json["reason"] == "revoked")
            }
        }
        gate.open()
    }
}
