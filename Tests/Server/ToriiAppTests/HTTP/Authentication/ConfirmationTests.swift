import AgentWire
import Foundation
import HTTPTypes
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import APIDescription
@testable import AgentServer
@testable import ToriiApp

/// Dangerous operations need a recent sign-in of the browser.
@Suite(.timeLimit(.minutes(2))) struct ConfirmationTests {
    private static let own = [("Content-Type", "application/json"), ("X-Torii", "1")]
    private static let required = JSONValue.string("urn:torii:problem:confirmation-required")

    /// Runs a server with the fields and the id of a sign-in that is older than 15 minutes.
    private func withOldSignIn(
        _ body: (TestServer, _ fields: [(String, String)], _ id: String) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "torii-confirm-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The cookie's name has the port, so only its value is used again.
        let (value, key, id) = try await TestServer.with(dataDirectory: folder) { server in
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
            let key = try #require(answer.json["page_key"]?.stringValue)
            return (value, key, try #require(answer.json["session"]?.stringValue))
        }
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        try await store.setConfirmation(ofBrowserSession: id, to: Date() - 15 * 60 - 5, audit: nil)
        try await TestServer.with(dataDirectory: folder) { server in
            let port = try #require(URL(string: server.baseURL)?.port)
            let fields = [("Cookie", "torii-admin-\(port)=\(value)"), ("Torii-Page-Key", key)]
            try await body(server, Self.own + fields, id)
        }
    }

    /// Sends a request to an endpoint with placeholders in its path.
    private func send(
        _ server: TestServer,
        _ endpoint: Endpoint,
        body: String?,
        fields: [(String, String)]?
    ) async throws -> TestServer.Answer {
        let path = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.first == ":" ? ($0 == ":upstream" ? "openai" : "nothing-here") : String($0) }
            .joined(separator: "/")
        return try await server.send(
            .init(rawValue: endpoint.method.rawValue),
            path,
            token: fields == nil ? TestServer.adminToken : nil,
            body: body,
            headers: fields ?? Self.own
        )
    }

    /// A body with which an operation is dangerous, and one with which it is not.
    private static func bodies(_ endpoint: Endpoint) -> (dangerous: String?, gentle: String?) {
        switch endpoint.danger {
        case .never: (nil, endpoint.body == nil ? nil : "{}")
        case .always: (endpoint.body == nil ? nil : "{}", nil)
        case .ifForced: (#"{"secret":"sk-0123456789abcdef","force":true}"#, #"{"secret":"sk-0123456789abcdef"}"#)
        case .ifAccessChanges: (#"{"scopes":["admin:keys"]}"#, #"{"name":"other"}"#)
        }
    }

    @Test func eachDangerousOperationIsRefusedUntilItIsConfirmed() async throws {
        try await withOldSignIn { server, fields, id in
            for endpoint in Endpoint.all where endpoint.side == .administrators && endpoint.path.hasPrefix("/admin/") {
                if endpoint.method == .get { #expect(endpoint.danger == .never, "\(endpoint.id)") }
                let (dangerous, gentle) = Self.bodies(endpoint)
                if endpoint.danger != .never {
                    let refused = try await send(server, endpoint, body: dangerous, fields: fields)
                    #expect(refused.status == 403 && refused.json["type"] == Self.required, "\(endpoint.id)")
                    #expect(refused.json["confirm_at"] == "/admin/session/confirmation")
                    #expect(refused.json["max_age_seconds"] == 900)
                    // A request with a token is exempt.
                    let token = try await send(server, endpoint, body: dangerous, fields: nil)
                    #expect(token.json["type"] != Self.required, "\(endpoint.id)")
                }
                // The stream of events has no end, and a sign-out would end the others.
                guard endpoint.danger != .always, endpoint.id != "signOutOfConsole", endpoint.method != .get else {
                    continue
                }
                let passed = try await send(server, endpoint, body: gentle, fields: fields)
                #expect(passed.json["type"] != Self.required, "\(endpoint.id)")
            }
            // Reading needs no confirmation.
            #expect(try await server.send(.get, "/admin/clients", token: nil, headers: fields).status == 200)
            let session = try await server.send(.get, "/admin/session", token: nil, headers: fields).json
            #expect(session["session"] == .string(id) && session["confirmed_at"] != session["signed_in_at"])
        }
    }

    /// An endpoint that grants access beyond the sign-in, or ends something, needs a confirmation; otherwise that could be got around.
    @Test func whatGivesAccessOrEndsSomethingIsDangerous() {
        let credentials = [WireSchema.named("IssuedToken").json, WireSchema.named("SignInCode").json]
        let giving = Endpoint.all.filter { endpoint in
            endpoint.answers.contains { $0.contents.contains { credentials.contains($0.schema.json) } }
        }
        #expect(Set(giving.map(\.id)) == ["createClient", "rotateToken", "issueToken", "createSignInCode"])
        #expect(giving.allSatisfy { $0.danger == .always })
        let removing = Endpoint.all.filter {
            $0.side == .administrators && $0.method == .delete && $0.id != "signOutOfConsole"
        }
        #expect(removing.count >= 7 && removing.allSatisfy { $0.danger == .always })
        #expect(Endpoint.all.first { $0.id == "changeClient" }?.danger == .ifAccessChanges)
        #expect(Endpoint.Danger.ifAccessChanges.applies(to: ["expires_at": nil]))
        #expect(!Endpoint.Danger.ifAccessChanges.applies(to: ["name": "x", "limits": [:]]))
    }

    /// A stolen sign-in cannot make itself fresh: a code counts as much as the sign-in that made it.
    @Test func aCodeOfASignInConfirmsNothing() async throws {
        try await TestServer.with { server in
            func signIn(_ body: String) async throws -> TestServer.Answer {
                try await server.send(.post, "/admin/session", token: nil, body: body, headers: Self.own)
            }
            let first = try await signIn(#"{"token":"\#(TestServer.adminToken)"}"#)
            let fields = [("Content-Type", "application/json")] + first.signInFields
            func code() async throws -> String {
                let body = #"{"page":"console"}"#
                let made = try await server.send(.post, "/admin/sign-in-codes", token: nil, body: body, headers: fields)
                #expect(made.status == 201)
                return #"{"code":"\#(made.json["code"]?.stringValue ?? "")"}"#
            }
            let confirmed = try await server.send(
                .post,
                "/admin/session/confirmation",
                token: nil,
                body: try await code(),
                headers: fields
            )
            #expect(
                confirmed.status == 403
                    && confirmed.json["detail"]?.stringValue?.contains("torii sign-in --admin") == true
            )
            let second = try await signIn(try await code())
            #expect(second.status == 201 && second.json["confirmed_at"] == first.json["confirmed_at"])
        }
    }

    @Test func theTokenConfirmsTheSignIn() async throws {
        try await withOldSignIn { server, own, id in
            func confirm(_ body: String, without field: String? = nil) async throws -> TestServer.Answer {
                try await server.send(
                    .post,
                    "/admin/session/confirmation",
                    token: nil,
                    body: body,
                    headers: own.filter { $0.0 != field }
                )
            }
            let right = #"{"token":"\#(TestServer.adminToken)"}"#
            #expect(try await confirm(right, without: "X-Torii").status == 403)
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
            let removed = try await server.send(.delete, "/admin/clients/nothing-here", token: nil, headers: own)
            #expect(removed.status == 404)
            let rows = try await server.admin(.get, "audit").json["rows"]?.arrayValue ?? []
            #expect(rows.contains { $0["action"] == "session.confirm" && $0["object"] == .string("sessions/\(id)") })
            #expect(rows.contains { $0["outcome"]?.stringValue?.hasPrefix("refused: ") == true })
        }
    }

    /// A code is as good as the token, once and for its own administrator.
    @Test func aCodeConfirmsTheSignIn() async throws {
        try await withOldSignIn { server, own, _ in
            let made = try await server.admin(.post, "sign-in-codes", ["page": "console"]).json
            let body = #"{"code":"\#(made["code"]?.stringValue ?? "")"}"#
            let path = "/admin/session/confirmation"
            #expect(try await server.send(.post, path, token: nil, body: body, headers: own).status == 200)
            #expect(try await server.send(.post, path, token: nil, body: body, headers: own).status == 401)
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
