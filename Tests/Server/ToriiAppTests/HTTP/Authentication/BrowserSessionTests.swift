import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The sign-in of browsers in a whole server.
@Suite(.timeLimit(.minutes(2))) struct BrowserSessionTests {
    private static let own = [("Content-Type", "application/json"), ("X-Torii", "1")]

    private func signIn(
        _ server: TestServer,
        _ body: String,
        path: String = "/v1/session"
    ) async throws -> (answer: TestServer.Answer, cookie: String, key: String) {
        let answer = try await server.send(.post, path, token: nil, body: body, headers: Self.own)
        let field = answer.headers["Set-Cookie"] ?? ""
        return (answer, String(field.prefix { $0 != ";" }), answer.json["page_key"]?.stringValue ?? "")
    }

    private func get(_ server: TestServer, _ path: String, _ fields: (String, String)...) async throws -> Int {
        try await server.send(.get, path, token: nil, headers: fields).status
    }

    @Test func aTokenBecomesACookieThatWorksOnItsSideOnly() async throws {
        try await TestServer.with { server in
            let (answer, cookie, key) = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#)
            #expect(answer.status == 201)
            #expect(answer.headers["Set-Cookie"]?.hasSuffix("; HttpOnly; SameSite=Strict") == true)
            #expect(!cookie.contains(TestServer.clientToken))
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(answer.json["models"]?[0] == ["name": "phrasebook", "default": true])
            #expect(answer.json["scopes"] == ["chat", "devices", "extract", "tools:*"])
            #expect(
                try await get(server, "/v1/session", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"))
                    == 200
            )
            #expect(
                try await get(
                    server,
                    "/v1/conversations",
                    ("Cookie", cookie),
                    ("Torii-Page-Key", key),
                    ("X-Torii", "1")
                ) == 200
            )
            #expect(
                try await get(server, "/admin/upstreams", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"))
                    == 401
            )
            #expect(
                try await get(server, "/metrics", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1")) == 401
            )
            // A wrong token never falls back to the cookie.
            let wrong = [
                ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"), ("Authorization", "Bearer wrong"),
            ]
            #expect(try await server.send(.get, "/v1/session", token: nil, headers: wrong).status == 401)
        }
    }

    @Test func foreignPagesCannotUseTheCookie() async throws {
        try await TestServer.with { server in
            let (_, cookie, key) = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#)
            let attacks: [[(String, String)]] = [
                [], [("X-Torii", "1"), ("Sec-Fetch-Site", "same-site")],
                [("X-Torii", "1"), ("Origin", "http://127.0.0.1:1")],
                [("Sec-Fetch-Site", "cross-site")], [("X-Torii", "1"), ("Origin", "null")],
            ]
            for fields in attacks {
                for path in ["/v1/session", "/v1/conversations"] {
                    let answer = try await server.send(
                        .get,
                        path,
                        token: nil,
                        headers: fields + [("Cookie", cookie), ("Torii-Page-Key", key)]
                    )
                    #expect(answer.status == 403, "\(fields)")
                }
                let answer = try await server.send(
                    .post,
                    "/v1/chat",
                    token: nil,
                    body: #"{"message":"Delete all"}"#,
                    headers: fields + [("Cookie", cookie), ("Torii-Page-Key", key), ("Content-Type", "text/plain")]
                )
                #expect(answer.status == 403)
            }
            let form = [("Content-Type", "text/plain"), ("X-Torii", "1")]
            let body = #"{"token":"\#(TestServer.clientToken)"}"#
            #expect(try await server.send(.post, "/v1/session", token: nil, body: body, headers: form).status == 403)
            // A body must say what it is, and a broken token is not replaced by the cookie.
            let bare = [("X-Torii", "1"), ("Cookie", cookie), ("Torii-Page-Key", key)]
            let mute = try await server.send(.post, "/v1/chat", token: nil, body: #"{"message":"Hi"}"#, headers: bare)
            #expect(mute.status == 403)
            let broken = bare + [("x-api-key", "not a token"), ("Content-Type", "application/json")]
            #expect(try await server.send(.post, "/v1/messages", token: nil, body: "{}", headers: broken).status == 401)
            let rebound = Self.own + [("Host", "evil.test")]
            #expect(try await server.send(.post, "/v1/session", token: nil, body: body, headers: rebound).status == 421)
        }
    }

    @Test func aSignInEndsAtTheServer() async throws {
        try await TestServer.with { server in
            let (_, cookie, key) = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#)
            let fields = [("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1")]
            let end = try await server.send(.delete, "/v1/session", token: nil, headers: fields)
            #expect(end.status == 204)
            #expect(end.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(
                try await get(server, "/v1/session", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"))
                    == 401
            )
        }
    }

    @Test func aSignInEndsWithItsToken() async throws {
        try await TestServer.with { server in
            let made = try await server.admin(.post, "clients", ["name": "phone"]).json
            let (id, token) = (made["client"]?["id"]?.stringValue ?? "", made["token"]?["secret"]?.stringValue ?? "")
            let (answer, cookie, key) = try await signIn(server, #"{"token":"\#(token)"}"#)
            #expect(answer.json["name"] == "phone")
            let list = try await server.admin(.get, "sessions").json["sessions"]?.arrayValue
            #expect(list?.map { $0["name"] } == ["phone"])
            let revoked = try await server.admin(.post, "clients/\(id)/revoke").status
            #expect(revoked == 200)
            #expect(
                try await get(server, "/v1/session", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"))
                    == 401
            )
        }
    }

    @Test func aCodeSignsInOnce() async throws {
        try await TestServer.with { server in
            let code = try await server.admin(.post, "sign-in-codes", ["page": "chat"])
            #expect(code.status == 201)
            let body = #"{"code":"\#(code.json["code"]?.stringValue ?? "")"}"#
            #expect(try await signIn(server, body, path: "/admin/session").answer.status == 401)
            // It was used up at the wrong page.
            #expect(try await signIn(server, body).answer.status == 401)
            let second = try await server.admin(.post, "sign-in-codes").json["code"]?.stringValue ?? ""
            #expect(try await signIn(server, #"{"code":"\#(second)"}"#).answer.status == 201)
            #expect(try await signIn(server, #"{"code":"\#(second)"}"#).answer.status == 401)
        }
    }

    @Test func anAdministratorSignsInToTheConsoleWithAnAuditRow() async throws {
        try await TestServer.with { server in
            let code =
                try await server.admin(.post, "sign-in-codes", ["page": "console"]).json["code"]?.stringValue ?? ""
            let (answer, cookie, key) = try await signIn(server, #"{"code":"\#(code)"}"#, path: "/admin/session")
            #expect(answer.status == 201)
            #expect(answer.json["models"] == [])
            #expect(
                try await get(server, "/admin/upstreams", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"))
                    == 200
            )
            #expect(
                try await get(
                    server,
                    "/v1/conversations",
                    ("Cookie", cookie),
                    ("Torii-Page-Key", key),
                    ("X-Torii", "1")
                ) == 401
            )
            let id = try #require(answer.json["session"]?.stringValue)
            #expect(try await server.admin(.delete, "sessions/\(id)").status == 204)
            #expect(try await server.admin(.delete, "sessions/\(id)").status == 404)
            #expect(
                try await get(server, "/admin/upstreams", ("Cookie", cookie), ("Torii-Page-Key", key), ("X-Torii", "1"))
                    == 401
            )
            let rows = try await server.admin(.get, "audit").json["rows"]?.arrayValue ?? []
            let actions = rows.compactMap { $0["action"]?.stringValue }
            #expect(actions.contains("session.create") && actions.contains("session.end"))
            // The token of a client is no key to the console.
            let wrong = #"{"token":"\#(TestServer.clientToken)"}"#
            #expect(try await signIn(server, wrong, path: "/admin/session").answer.status == 403)
        }
    }

    /// Over plain HTTP the cookie is not enough, because the browser shows it to other programs of this machine too.
    @Test(arguments: [("/v1/session", TestServer.clientToken), ("/admin/session", TestServer.adminToken)])
    func theCookieAloneProvesNothingOverPlainHTTP(path: String, token: String) async throws {
        try await TestServer.with { server in
            let (answer, cookie, key) = try await signIn(server, #"{"token":"\#(token)"}"#, path: path)
            #expect(answer.status == 201 && key.count >= 43 && !cookie.contains(key))
            let own = [("Cookie", cookie), ("X-Torii", "1")]
            func status(_ key: String?) async throws -> Int {
                let fields = own + (key.map { [("Torii-Page-Key", $0)] } ?? [])
                return try await server.send(.get, path, token: nil, headers: fields).status
            }
            #expect(try await status(key) == 200)
            let value = String(cookie.drop { $0 != "=" }.dropFirst())
            for wrong in [nil, "", "wrong", value, key + "A", String(repeating: "A", count: 5000)] {
                #expect(try await status(wrong) == 401, "\(wrong ?? "none")")
            }
            #expect(try await status(key) == 200)
            // Nobody else learns the key.
            let described = try await server.send(.get, path, token: nil, headers: own + [("Torii-Page-Key", key)])
            #expect(described.json["page_key"] == nil)
        }
    }

    /// Anybody can send a link, so it does not replace the person who is signed in without a question.
    @Test func aLinkOfAnotherClientAsksFirst() async throws {
        try await TestServer.with { server in
            let made = try await server.admin(.post, "clients", ["name": "phone"]).json
            let first = try await server.admin(.post, "clients", ["name": "tablet"]).json["token"]?["secret"]?
                .stringValue
            let (answer, cookie, key) = try await signIn(server, #"{"token":"\#(first ?? "")"}"#)
            let fields = Self.own + [("Cookie", cookie), ("Torii-Page-Key", key)]
            func code(_ client: JSONValue) async throws -> String {
                let body: JSONValue = ["page": "chat", "client": client]
                return try await server.admin(.post, "sign-in-codes", body).json["code"]?.stringValue ?? ""
            }
            let other = try await code(made["client"]?["id"] ?? .null)
            let body = #"{"code":"\#(other)"}"#
            let asked = try await server.send(.post, "/v1/session", token: nil, body: body, headers: fields)
            #expect(asked.status == 409 && asked.headers["Set-Cookie"] == nil)
            #expect(asked.json["signed_in"] == answer.json["name"] && asked.json["code_for"] == "phone")
            #expect(try await server.send(.get, "/v1/session", token: nil, headers: fields).status == 200)
            // The code is still good for a person who agrees.
            let agreed = #"{"code":"\#(other)","replace":true}"#
            let changed = try await server.send(.post, "/v1/session", token: nil, body: agreed, headers: fields)
            #expect(changed.status == 201 && changed.json["name"] == "phone")
            // Neither the same client nor a browser without a sign-in is asked.
            let own = #"{"code":"\#(try await code(answer.json["client"] ?? .null))"}"#
            #expect(try await server.send(.post, "/v1/session", token: nil, body: own, headers: fields).status == 201)
            let third = #"{"code":"\#(try await code(made["client"]?["id"] ?? .null))"}"#
            #expect(try await signIn(server, third).answer.status == 201)
        }
    }

    @Test func wrongTokensAreSlowedDownAndCodesAreNot() async throws {
        try await TestServer.with { server in
            var statuses: [Int] = []
            // The waits double, so one of the attempts is early however slow this machine is.
            while !statuses.contains(429) {
                let answer = try await signIn(server, #"{"token":"wrong-\#(statuses.count)"}"#).answer
                statuses.append(answer.status)
                guard answer.status == 429 else { continue }
                #expect(answer.headers["Retry-After"].flatMap { Int($0) } ?? 0 >= 1)
                #expect(answer.json["title"] == "Too many failed sign-ins")
            }
            #expect(statuses.prefix(5) == [401, 401, 401, 401, 401] && Set(statuses) == [401, 429])
            // The failures of browsers hold up neither a bearer token nor a code.
            #expect(try await server.send(.get, "/v1/session").status == 200)
            let code = try await server.admin(.post, "sign-in-codes").json["code"]?.stringValue ?? ""
            #expect(try await signIn(server, #"{"code":"wrong"}"#).answer.status == 401)
            #expect(try await signIn(server, #"{"code":"\#(code)"}"#).answer.status == 201)
            #expect(try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#).answer.status == 201)
        }
    }

    /// Whatever strangers do at the public address, people with the right token get in, there and at the console.
    @Test func strangersLockNobodyOut() async throws {
        try await TestServer.with { settings in
            settings.adminPort = 0
            settings.trustedProxies = TrustedProxies(["127.0.0.1"].compactMap(TrustedProxies.Network.init))
        } _: { server in
            let admin = try #require(server.adminURL)
            func attempt(_ path: String, _ token: String, from address: String?, at base: String?) async throws -> Int {
                try await server.send(
                    .post,
                    path,
                    token: nil,
                    body: #"{"token":"\#(token)"}"#,
                    headers: Self.own + (address.map { [("X-Forwarded-For", $0)] } ?? []),
                    at: base
                ).status
            }
            for number in 0..<60 {
                let address = number % 2 == 0 ? "203.0.113.\(number)" : "2001:db8:0:\(number)::1"
                #expect(try await attempt("/v1/session", "wrong", from: address, at: nil) == 401)
                #expect(try await attempt("/admin/session", "wrong", from: address, at: admin) == 401)
            }
            #expect(try await attempt("/v1/session", TestServer.clientToken, from: "198.51.100.7", at: nil) == 201)
            #expect(try await attempt("/admin/session", TestServer.adminToken, from: nil, at: admin) == 201)
            // They fill neither the audit nor the log.
            let path = "/admin/audit?action=session.create&limit=1000"
            let audit = try await server.send(.get, path, token: TestServer.adminToken, at: admin)
            let rows = audit.json["rows"]?.arrayValue ?? []
            #expect(rows.filter { $0["outcome"]?.stringValue?.hasPrefix("refused") == true }.count == 50)
            #expect(server.log.lines.filter { $0.message.hasPrefix("Many sign-ins failed") }.count == 2)
            // Each listener has its own counts: a stranger that must wait at one is checked by the other.
            while try await attempt("/v1/session", "wrong", from: "203.0.113.200", at: nil) != 429 {}
            #expect(try await attempt("/admin/session", "wrong", from: "203.0.113.200", at: admin) == 401)
        }
    }

    @Test(arguments: [("/", "chat.html"), ("/admin/", "admin.html")])
    func theShellHasItsPolicyAndItsFilesStay(page: String, name: String) async throws {
        try await TestServer.with { server in
            let shell = try await server.send(.get, page, token: nil)
            #expect(shell.status == 200 && shell.headers["Content-Type"] == "text/html; charset=utf-8")
            #expect(shell.headers["Content-Security-Policy"]?.contains("require-trusted-types-for 'script'") == true)
            #expect(shell.headers["Cache-Control"] == "no-cache")
            let tag = try #require(shell.headers["ETag"])
            let again = try await server.send(.get, page, token: nil, headers: [("If-None-Match", tag)])
            #expect(again.status == 304 && again.bytes.isEmpty)
            let path = try #require(
                shell.text.split(separator: "\"").first { $0.hasPrefix("/web/") && $0.hasSuffix(".js") }
            )
            let file = try await server.send(.get, String(path), token: nil)
            #expect(file.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(file.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            let old = try await get(server, "/web/old/base.js")
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            let shellAsFile = try await get(server, "/\(folder)/\(name)")
            #expect(old == 404 && shellAsFile == 404)
        }
    }

    @Test func theConsoleIsAtOnePath() async throws {
        try await TestServer.with { server in
            let moved = try await server.send(.get, "/admin", token: nil)
            #expect(moved.status == 308 && moved.headers["Location"] == "/admin/" && moved.bytes.isEmpty)
            #expect(try await get(server, "/admin//") == 404)
            #expect(try await get(server, "//admin/") == 404)
            #expect(try await get(server, "/admin/clients/") == 404)
        }
    }

    @Test func thePagesCanBeSwitchedOff() async throws {
        try await TestServer.with { settings in
            settings.hasWebPages = false
        } _: { server in
            for path in ["/", "/admin/", "/admin", "/sw.js", "/web/x/base.js", "/v1/session"] {
                let status = try await get(server, path)
                #expect(status == 404, "\(path)")
            }
            let code = try await server.admin(.post, "sign-in-codes").status
            #expect(code == 409)
        }
    }
}
