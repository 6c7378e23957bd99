import Foundation
import HTTPTypes
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Dangerous operations need a recent sign-in of the browser.
@Suite(.timeLimit(.minutes(2))) struct ConfirmationTests {
    private static let own = [("Content-Type", "application/json"), ("X-Torii", "1")]
    private static let required = JSONValue.string("urn:torii:problem:confirmation-required")

    /// Runs a server with the cookie and the id of a sign-in that is older than 15 minutes.
    private func withOldSignIn(_ body: (TestServer, _ cookie: String, _ id: String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-confirm-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The cookie's name has the port, so only its value is used again.
        let (value, id) = try await TestServer.with(dataDirectory: folder) { server in
            let answer = try await server.send(
                .post,
                "/admin/session",
                token: nil,
                body: #"{"token":"\#(TestServer.adminToken)"}"#,
                headers: Self.own
            )
            #expect(answer.json["confirmed_at"] == answer.json["signed_in_at"])
            let cookie = (answer.headers["Set-Cookie"] ?? "").prefix { $0 != ";" }
            let value = String(cookie.drop { $0 != "=" }.dropFirst())
            return (value, try #require(answer.json["session"]?.stringValue))
        }
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        try await store.setConfirmation(ofBrowserSession: id, to: Date() - 15 * 60 - 5, audit: nil)
        try await TestServer.with(dataDirectory: folder) { server in
            let port = try #require(URL(string: server.baseURL)?.port)
            try await body(server, "torii-admin-\(port)=\(value)", id)
        }
    }

    /// Sends a request to an endpoint with placeholders in its path.
    private func send(
        _ server: TestServer,
        _ endpoint: Endpoint,
        body: String?,
        cookie: String?
    ) async throws -> TestServer.Answer {
        let path = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.first == ":" ? ($0 == ":upstream" ? "openai" : "nothing-here") : String($0) }
            .joined(separator: "/")
        return try await server.send(
            .init(rawValue: endpoint.method.rawValue),
            path,
            token: cookie == nil ? TestServer.adminToken : nil,
            body: body,
            headers: Self.own + (cookie.map { [("Cookie", $0)] } ?? [])
        )
    }

    @Test func eachDangerousOperationIsRefusedUntilItIsConfirmed() async throws {
        try await withOldSignIn { server, cookie, id in
            let dangerous = Endpoint.all.filter { $0.danger != nil }
            #expect(dangerous.count == 10 && dangerous.allSatisfy { $0.method != .get })
            for endpoint in dangerous {
                let force = endpoint.danger == .ifForced
                let body = endpoint.body == nil ? nil : #"{"secret":"sk-0123456789abcdef","force":true}"#
                let refused = try await send(server, endpoint, body: body, cookie: cookie)
                #expect(refused.status == 403 && refused.json["type"] == Self.required, "\(endpoint.id)")
                #expect(refused.json["confirm_at"] == "/admin/session/confirmation")
                #expect(refused.json["max_age_seconds"] == 900)
                // A request with a token is exempt, and so is one that is only dangerous by force.
                let token = try await send(server, endpoint, body: body, cookie: nil)
                #expect(token.json["type"] != Self.required, "\(endpoint.id)")
                guard force else { continue }
                let gentle = try await send(
                    server,
                    endpoint,
                    body: #"{"secret":"sk-0123456789abcdef"}"#,
                    cookie: cookie
                )
                #expect(gentle.json["type"] != Self.required, "\(endpoint.id)")
            }
            // Reading needs no confirmation.
            let fields = Self.own + [("Cookie", cookie)]
            #expect(try await server.send(.get, "/admin/clients", token: nil, headers: fields).status == 200)
            let session = try await server.send(.get, "/admin/session", token: nil, headers: fields).json
            #expect(session["session"] == .string(id) && session["confirmed_at"] != session["signed_in_at"])
        }
    }

    @Test func theTokenConfirmsTheSignIn() async throws {
        try await withOldSignIn { server, cookie, id in
            func confirm(_ body: String, fields: [(String, String)] = Self.own) async throws -> TestServer.Answer {
                try await server.send(
                    .post,
                    "/admin/session/confirmation",
                    token: nil,
                    body: body,
                    headers: fields + [("Cookie", cookie)]
                )
            }
            let right = #"{"token":"\#(TestServer.adminToken)"}"#
            #expect(try await confirm(right, fields: [("Content-Type", "application/json")]).status == 403)
            let wrong = try await confirm(#"{"token":"wrong"}"#)
            let used = try await confirm(#"{"code":"used"}"#)
            #expect(wrong.status == 401 && used.status == 401 && wrong.json["detail"] == used.json["detail"])
            let other = try await server.admin(.post, "clients", ["name": "other", "scopes": ["admin:read"]])
            let token = try #require(other.json["token"]?["secret"]?.stringValue)
            #expect(try await confirm(#"{"token":"\#(token)"}"#).status == 403)
            #expect(try await confirm(#"{"token":"\#(TestServer.clientToken)"}"#).status == 403)
            let done = try await confirm(right)
            #expect(done.status == 200 && done.json["session"] == .string(id))
            #expect(done.headers["Set-Cookie"] == nil)
            let fields = Self.own + [("Cookie", cookie)]
            let removed = try await server.send(.delete, "/admin/clients/nothing-here", token: nil, headers: fields)
            #expect(removed.status == 404)
            let rows = try await server.admin(.get, "audit").json["rows"]?.arrayValue ?? []
            #expect(rows.contains { $0["action"] == "session.confirm" && $0["object"] == .string("sessions/\(id)") })
            #expect(rows.contains { $0["outcome"]?.stringValue?.hasPrefix("refused: ") == true })
        }
    }

    /// A code is as good as the token, once and for its own administrator.
    @Test func aCodeConfirmsTheSignIn() async throws {
        try await withOldSignIn { server, cookie, _ in
            let made = try await server.admin(.post, "sign-in-codes", ["page": "console"]).json
            let body = #"{"code":"\#(made["code"]?.stringValue ?? "")"}"#
            let fields = Self.own + [("Cookie", cookie)]
            let path = "/admin/session/confirmation"
            #expect(try await server.send(.post, path, token: nil, body: body, headers: fields).status == 200)
            #expect(try await server.send(.post, path, token: nil, body: body, headers: fields).status == 401)
            #expect(try await server.send(.post, path, token: TestServer.adminToken, body: body).status == 409)
        }
    }

    @Test func failedSignInsToTheConsoleAreAudited() async throws {
        try await TestServer.with { server in
            for path in ["/admin/session", "/v1/session"] {
                let answer = try await server.send(
                    .post,
                    path,
                    token: nil,
                    body: #"{"token":"torii_wrong"}"#,
                    headers: Self.own
                )
                #expect(answer.status == 401 && !answer.text.contains("torii_wrong"))
            }
            let rows = try await server.admin(.get, "audit?action=session.create").json["rows"]?.arrayValue ?? []
            #expect(rows.map { $0["outcome"] } == ["refused: 127.0.0.1"])
        }
    }
}
