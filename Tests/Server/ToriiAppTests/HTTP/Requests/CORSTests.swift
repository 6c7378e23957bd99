import EventStreams
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct CORSTests {
    @Test(arguments: [
        ("https://app.example", "https://app.example"), ("HTTPS://App.Example", "https://app.example"),
        ("https://app.example:443", "https://app.example"), ("http://app.example:80", "http://app.example"),
        ("http://app.example:443", "http://app.example:443"), ("http://localhost:3000", "http://localhost:3000"),
        ("http://[::1]:3000", "http://[::1]:3000"), ("capacitor://localhost", "capacitor://localhost"),
        ("*", nil), ("null", nil), ("https://*.example", nil), ("https://app.example/", nil),
        ("https://app.example/path", nil), ("https://me@app.example", nil), ("app.example", nil), ("https://", nil),
        ("://app.example", nil), ("1a://app.example", nil), ("https://app.example:99999", nil),
    ])
    func anOriginIsParsedInTheFormOfBrowsers(_ text: String, origin: String?) {
        #expect(CORSPolicy.origin(text) == origin)
    }

    private static let app = "https://app.example"

    private func with(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.with { settings in
            settings.cors = CORSPolicy([Self.app])
        } _: { server async throws in
            try await body(server)
        }
    }

    @Test func aPreflightOfAnAllowedOriginIsAnsweredWithoutAToken() async throws {
        try await with { server async throws in
            let preflight = [
                ("Origin", Self.app), ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "authorization,content-type"),
            ]
            let answer = try await server.send(
                HTTPMethod(rawValue: "OPTIONS"),
                "/v1/chat",
                token: nil,
                headers: preflight
            )
            #expect(answer.status == 204)
            #expect(answer.headers["Access-Control-Allow-Origin"] == Self.app)
            #expect(answer.headers["Access-Control-Allow-Methods"] == "POST, OPTIONS")
            let fields = try #require(answer.headers["Access-Control-Allow-Headers"]).split(separator: ", ")
            // The star does not include `Authorization`.
            for field in ["Authorization", "Idempotency-Key", "Torii-Time-Zone", "*"] {
                #expect(fields.contains { $0 == field })
            }
            #expect(answer.headers["Access-Control-Allow-Credentials"] == nil)
            // A token that may act for users must never be in a browser.
            for name in ["torii-user", "Torii-User", "authorization, torii-plan", "a,torii-organization"] {
                let choosing = try await server.send(
                    HTTPMethod(rawValue: "OPTIONS"),
                    "/v1/chat",
                    token: nil,
                    headers: preflight.dropLast() + [("Access-Control-Request-Headers", name)]
                )
                let allowed = try #require(choosing.headers["Access-Control-Allow-Headers"]).split(separator: ", ")
                #expect(allowed.contains("Authorization") && !allowed.contains("*"))
                #expect(!allowed.contains { $0.lowercased().hasPrefix("torii-user") })
            }
            #expect(answer.headers["Vary"] == "Origin")
            let admin = try await server.send(
                HTTPMethod(rawValue: "OPTIONS"),
                "/admin/clients",
                token: nil,
                headers: preflight
            )
            #expect(admin.status == 204)
            #expect(admin.headers["Access-Control-Allow-Origin"] == nil && admin.headers["Vary"] == nil)
        }
    }

    /// The browser informs only its user, so the log informs the operator: each origin once, and ten an hour.
    @Test(arguments: [[], [Self.app]])
    func aPreflightOfAnotherOriginLeavesAHint(_ origins: [String]) async throws {
        try await TestServer.with { settings in
            settings.cors = CORSPolicy(origins)
        } _: { server async throws in
            func preflight(_ origin: String, _ path: String = "/v1/chat") async throws {
                let fields = [("Origin", origin), ("Access-Control-Request-Method", "POST")]
                let answer = try await server.send(HTTPMethod(rawValue: "OPTIONS"), path, token: nil, headers: fields)
                #expect(answer.headers["Access-Control-Allow-Origin"] == (origins.contains(origin) ? origin : nil))
            }
            for _ in 0..<3 { try await preflight("http://localhost:3000") }
            try await preflight(Self.app)
            try await preflight("https://elsewhere.example", "/admin/clients")
            func hints() -> [String?] {
                server.log.lines.filter { $0.message.contains("TORII_WEB_ORIGINS") }
                    .map { $0.metadata["origin"].map { "\($0)" } }
            }
            #expect(hints() == ["http://localhost:3000"] + (origins.isEmpty ? [Self.app] : []))
            for number in 0..<30 { try await preflight("https://\(number).example") }
            #expect(hints().count == 10)
        }
    }

    @Test(arguments: [
        ("/v1/tools", TestServer.clientToken, 200, true), ("/v1/tools", "torii_unknown", 401, true),
        ("/v1/conversations/none", TestServer.clientToken, 404, true),
        ("/v1/nowhere", TestServer.clientToken, 404, true),
        ("/healthz", TestServer.clientToken, 200, true), ("/admin/clients", TestServer.adminToken, 200, false),
        ("/metrics", TestServer.adminToken, 200, false), ("/admin/nowhere", TestServer.adminToken, 404, false),
        ("/admin/", TestServer.adminToken, 200, false),
    ])
    func eachResponseNamesAnAllowedOrigin(_ path: String, token: String, status: Int, isCovered: Bool) async throws {
        try await with { server async throws in
            let answer = try await server.send(.get, path, token: token, headers: [("Origin", Self.app)])
            #expect(answer.status == status)
            #expect(answer.headers["Access-Control-Allow-Origin"] == (isCovered ? Self.app : nil))
            // The files of a page are sent compressed to those who accept it.
            let vary = path == "/admin/" ? "Accept-Encoding" : isCovered ? "Origin" : nil
            #expect(answer.headers["Vary"] == vary)
            let exposed = answer.headers["Access-Control-Expose-Headers"]
            #expect((exposed?.contains("X-Should-Retry") == true) == isCovered)
            #expect((exposed != nil) == isCovered)
            for origin in ["https://other.example", "https://app.example.evil", "http://app.example", "null"] {
                let other = try await server.send(.get, path, token: token, headers: [("Origin", origin)])
                #expect(other.status == status)
                #expect(other.headers["Access-Control-Allow-Origin"] == nil)
                #expect(other.headers["Vary"] == vary)
            }
        }
    }

    @Test func streamsNameTheOriginToo() async throws {
        try await with { server async throws in
            let response = try await server.stream(["message": "hello"], headers: [("Origin", Self.app)])
            #expect(response.headers["Access-Control-Allow-Origin"] == Self.app)
            #expect(try await response.events().last?.type == "run.completed")
        }
    }

    @Test func withoutTheSettingNoOriginIsNamed() async throws {
        try await TestServer.with { server async throws in
            let answer = try await server.send(.get, "/v1/tools", headers: [("Origin", Self.app)])
            #expect(answer.status == 200)
            #expect(answer.headers["Access-Control-Allow-Origin"] == nil && answer.headers["Vary"] == nil)
        }
    }
}
