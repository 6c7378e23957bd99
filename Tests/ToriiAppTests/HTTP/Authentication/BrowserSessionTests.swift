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
    ) async throws -> (answer: TestServer.Answer, cookie: String) {
        let answer = try await server.send(.post, path, token: nil, body: body, headers: Self.own)
        let field = answer.headers["Set-Cookie"] ?? ""
        return (answer, String(field.prefix { $0 != ";" }))
    }

    private func get(_ server: TestServer, _ path: String, _ fields: (String, String)...) async throws -> Int {
        try await server.send(.get, path, token: nil, headers: fields).status
    }

    @Test func aTokenBecomesACookieThatWorksOnItsSideOnly() async throws {
        try await TestServer.with { server in
            let (answer, cookie) = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#)
            #expect(answer.status == 201)
            #expect(answer.headers["Set-Cookie"]?.hasSuffix("; HttpOnly; SameSite=Strict") == true)
            #expect(!cookie.contains(TestServer.clientToken))
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(answer.json["models"]?[0] == ["name": "phrasebook", "default": true])
            #expect(answer.json["scopes"] == ["chat", "devices", "extract", "tools:*"])
            #expect(try await get(server, "/v1/session", ("Cookie", cookie), ("X-Torii", "1")) == 200)
            #expect(try await get(server, "/v1/conversations", ("Cookie", cookie), ("X-Torii", "1")) == 200)
            #expect(try await get(server, "/admin/upstreams", ("Cookie", cookie), ("X-Torii", "1")) == 401)
            #expect(try await get(server, "/metrics", ("Cookie", cookie), ("X-Torii", "1")) == 401)
            // A wrong token never falls back to the cookie.
            let wrong = [("Cookie", cookie), ("X-Torii", "1"), ("Authorization", "Bearer wrong")]
            #expect(try await server.send(.get, "/v1/session", token: nil, headers: wrong).status == 401)
        }
    }

    @Test func foreignPagesCannotUseTheCookie() async throws {
        try await TestServer.with { server in
            let (_, cookie) = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#)
            let attacks: [[(String, String)]] = [
                [], [("X-Torii", "1"), ("Sec-Fetch-Site", "same-site")],
                [("X-Torii", "1"), ("Origin", "http://127.0.0.1:1")],
                [("Sec-Fetch-Site", "cross-site")], [("X-Torii", "1"), ("Origin", "null")],
            ]
            for fields in attacks {
                for path in ["/v1/session", "/v1/conversations"] {
                    let answer = try await server.send(.get, path, token: nil, headers: fields + [("Cookie", cookie)])
                    #expect(answer.status == 403, "\(fields)")
                }
                let answer = try await server.send(
                    .post,
                    "/v1/chat",
                    token: nil,
                    body: #"{"message":"Delete all"}"#,
                    headers: fields + [("Cookie", cookie), ("Content-Type", "text/plain")]
                )
                #expect(answer.status == 403)
            }
            let form = [("Content-Type", "text/plain"), ("X-Torii", "1")]
            let body = #"{"token":"\#(TestServer.clientToken)"}"#
            #expect(try await server.send(.post, "/v1/session", token: nil, body: body, headers: form).status == 403)
            // A body must say what it is, and a broken token is not replaced by the cookie.
            let bare = [("X-Torii", "1"), ("Cookie", cookie)]
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
            let (_, cookie) = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#)
            let fields = [("Cookie", cookie), ("X-Torii", "1")]
            let end = try await server.send(.delete, "/v1/session", token: nil, headers: fields)
            #expect(end.status == 204)
            #expect(end.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(try await get(server, "/v1/session", ("Cookie", cookie), ("X-Torii", "1")) == 401)
        }
    }

    @Test func aSignInEndsWithItsToken() async throws {
        try await TestServer.with { server in
            let made = try await server.admin(.post, "clients", ["name": "phone"]).json
            let (id, token) = (made["client"]?["id"]?.stringValue ?? "", made["token"]?["secret"]?.stringValue ?? "")
            let (answer, cookie) = try await signIn(server, #"{"token":"\#(token)"}"#)
            #expect(answer.json["name"] == "phone")
            let list = try await server.admin(.get, "sessions").json["sessions"]?.arrayValue
            #expect(list?.map { $0["name"] } == ["phone"])
            let revoked = try await server.admin(.post, "clients/\(id)/revoke").status
            #expect(revoked == 200)
            #expect(try await get(server, "/v1/session", ("Cookie", cookie), ("X-Torii", "1")) == 401)
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
            let (answer, cookie) = try await signIn(server, #"{"code":"\#(code)"}"#, path: "/admin/session")
            #expect(answer.status == 201)
            #expect(answer.json["models"] == [])
            #expect(try await get(server, "/admin/upstreams", ("Cookie", cookie), ("X-Torii", "1")) == 200)
            #expect(try await get(server, "/v1/conversations", ("Cookie", cookie), ("X-Torii", "1")) == 401)
            let id = try #require(answer.json["session"]?.stringValue)
            #expect(try await server.admin(.delete, "sessions/\(id)").status == 204)
            #expect(try await server.admin(.delete, "sessions/\(id)").status == 404)
            #expect(try await get(server, "/admin/upstreams", ("Cookie", cookie), ("X-Torii", "1")) == 401)
            let rows = try await server.admin(.get, "audit").json["rows"]?.arrayValue ?? []
            let actions = rows.compactMap { $0["action"]?.stringValue }
            #expect(actions.contains("session.create") && actions.contains("session.end"))
            // The token of a client is no key to the console.
            let wrong = #"{"token":"\#(TestServer.clientToken)"}"#
            #expect(try await signIn(server, wrong, path: "/admin/session").answer.status == 403)
        }
    }

    @Test func wrongCredentialsAreSlowedDown() async throws {
        try await TestServer.with { server in
            var statuses: [Int] = []
            // The waits double, so one of the attempts is early however slow this machine is.
            while !statuses.contains(429) {
                let answer = try await signIn(server, #"{"code":"wrong-\#(statuses.count)"}"#).answer
                statuses.append(answer.status)
                if answer.status == 429 { #expect(answer.headers["Retry-After"].flatMap { Int($0) } ?? 0 >= 1) }
            }
            #expect(statuses.prefix(5) == [401, 401, 401, 401, 401] && Set(statuses) == [401, 429])
            // A bearer token is not held up by the failures of browsers.
            #expect(try await server.send(.get, "/v1/session").status == 200)
            var status = 429
            while status == 429 {
                status = try await signIn(server, #"{"token":"\#(TestServer.clientToken)"}"#).answer.status
            }
            #expect(status == 201)
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
