import HTTPTypes
import StreamingJSON
import Testing
import Transport

@testable import APIDescription
@testable import AgentServer
@testable import ToriiApp

/// `HEAD` and `OPTIONS`, which monitors and browsers send, on the routes of a whole server.
@Suite(.timeLimit(.minutes(2))) struct MethodTests {
    /// The header fields that differ between two responses to the same request.
    private static let ofEachAnswer: Set<String> = ["date", "x-request-id"]

    private static func fields(_ answer: TestServer.Answer) -> [String: String] {
        let names = Set(answer.headers.fields.map { $0.name.lowercased() }).subtracting(ofEachAnswer)
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, answer.headers.values(of: $0).joined(separator: ", ")) }
        )
    }

    @Test(arguments: [
        ("/healthz", TestServer.clientToken), ("/v1/tools", TestServer.clientToken),
        ("/v1/conversations", TestServer.clientToken), ("/v1/conversations/none", TestServer.clientToken),
        ("/v1/tools", "torii_unknown"), ("/admin/clients", TestServer.adminToken), ("/metrics", TestServer.adminToken),
        ("/v1/chat", TestServer.clientToken), ("/nowhere", TestServer.clientToken),
    ])
    func headHasTheHeaderOfGetAndNoBody(_ path: String, token: String) async throws {
        try await TestServer.with { server in
            let get = try await server.send(.get, path, token: token)
            let head = try await server.send(.head, path, token: token)
            #expect(head.status == get.status)
            #expect(head.bytes.isEmpty && !get.bytes.isEmpty)
            var expected = Self.fields(get)
            var found = Self.fields(head)
            // The metrics, and the detail with the method's name, have varying lengths.
            if path == "/metrics" || get.status >= 400 {
                let name = "content-length"
                #expect(found[name] != nil)
                expected[name] = nil
                found[name] = nil
            }
            #expect(found == expected)
        }
    }

    /// Responses without a length, which GET sends in chunks, on a persistent connection.
    @Test func headOfAStreamLeavesTheConnectionUsable() async throws {
        try await TestServer.with { server in
            let turn = try await server.chat("hello")
            let conversation = try #require(turn["conversation"]?.stringValue)
            let run = try #require(turn["run"]?.stringValue)
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let host = "Host: localhost\r\nAuthorization: Bearer"
            for (path, token, type) in [
                ("/v1/conversations/\(conversation)", TestServer.clientToken, "application/json"),
                ("/v1/runs/\(run)/events", TestServer.clientToken, "text/event-stream"),
            ] {
                let head = "HEAD \(path) HTTP/1.1\r\n\(host) \(token)\r\n\r\n"
                // Both requests are sent at once: the second response starts where the first ends.
                let next = "GET /healthz HTTP/1.1\r\n\(host) \(token)\r\n\r\n"
                let answer = await connection.exchange(head + next, until: #"{"status":"ok"}"#)
                let parts = answer.split(separator: "\r\n\r\n", omittingEmptySubsequences: false)
                #expect(parts.count == 3, "\(answer)")
                #expect(parts.first?.hasPrefix("HTTP/1.1 200") == true)
                #expect(parts.first?.lowercased().contains("content-type: \(type)") == true, "\(answer)")
                #expect(parts.first?.lowercased().contains("content-length") == false, "\(answer)")
                #expect(parts.dropFirst().first?.hasPrefix("HTTP/1.1 200") == true, "\(answer)")
            }
            let unknown = try await server.send(.head, "/v1/runs/run_0/events")
            #expect(unknown.status == 404)
        }
    }

    @Test(arguments: [
        ("/healthz", "GET, HEAD, OPTIONS"), ("/v1/chat", "POST, OPTIONS"),
        ("/v1/conversations/any", "GET, PATCH, DELETE, POST, HEAD, OPTIONS"),
        ("/v1/tools/createInventory", "POST, OPTIONS"),
    ])
    func optionsListsTheMethodsWithoutAToken(_ path: String, allow: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(HTTPMethod(rawValue: "OPTIONS"), path, token: nil)
            #expect(answer.status == 204 && answer.bytes.isEmpty)
            #expect(answer.headers["Allow"] == allow)
            #expect(answer.headers["Vary"] == nil && answer.headers["Access-Control-Allow-Origin"] == nil)
            for method in ["PUT", "TRACE", "QUERY"] {
                let wrong = try await server.send(HTTPMethod(rawValue: method), path)
                #expect(wrong.status == 405 && wrong.headers["Allow"] == allow, "\(method)")
            }
        }
    }

    /// Whatever the outcome, no browser guesses a type, and no page of another origin embeds the reply.
    @Test func eachReplyIsClosedToForeignPages() async throws {
        try await TestServer.with { settings in
            settings.cors = CORSPolicy(["https://app.example"])
        } _: { server in
            func check(_ method: HTTPMethod, _ path: String, token: String?, _ note: String) async throws {
                let body = method == .get || method == .delete ? nil : "{}"
                let headers = [("Content-Type", "application/json"), ("Origin", "https://app.example")]
                let answer = try await server.send(method, path, token: token, body: body, headers: headers)
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff", "\(note) \(answer.status)")
                #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", "\(note) \(answer.status)")
            }
            for endpoint in Endpoint.all {
                let path = endpoint.template.replacing("{", with: "").replacing("}", with: "")
                let method = HTTPMethod(rawValue: endpoint.method.rawValue)
                try await check(method, path, token: nil, endpoint.id)
                try await check(HTTPMethod(rawValue: "OPTIONS"), path, token: nil, "OPTIONS \(path)")
                try await check(HTTPMethod(rawValue: "TRACE"), path, token: nil, "TRACE \(path)")
                // Streams have no end.
                if endpoint.answers.contains(where: { $0.contents.contains { $0.mediaType == "text/event-stream" } }) {
                    continue
                }
                let token = endpoint.side == .clients ? TestServer.clientToken : TestServer.adminToken
                try await check(method, path, token: token, "\(endpoint.id) with a token")
            }
            for path in ["/nowhere", "/v1/nowhere", "/admin/nowhere", "//v1/tools", "/v1/tools/"] {
                try await check(.get, path, token: TestServer.clientToken, path)
            }
        }
    }

    @Test func anUnknownPathHasNoMethods() async throws {
        try await TestServer.with { server in
            let options = try await server.send(HTTPMethod(rawValue: "OPTIONS"), "/v2/chat", token: nil)
            #expect(options.status == 404 && options.headers["Allow"] == nil)
            let head = try await server.send(.head, "/v2/chat", token: nil)
            #expect(head.status == 404 && head.bytes.isEmpty)
        }
    }

    /// The header that names the caller's dialect, and the place of the error's message in a body of that dialect.
    @Test(
        arguments: [
            ([], "POST /v1/chat/completions"), ([("anthropic-version", "2023-06-01")], "POST /v1/messages"),
        ] as [([(String, String)], String)]
    )
    func anUnknownPathBelowV1HasTheFormOfTheCallersDialect(headers: [(String, String)], offer: String) async throws {
        try await TestServer.with { server in
            for path in ["/v1/embeddings", "/v1/audio/speech", "/v1/completions"] {
                let answer = try await server.send(.post, path, body: "{}", headers: headers)
                let message = answer.json["error"]?["message"]?.stringValue ?? ""
                #expect(answer.status == 404 && answer.headers["x-should-retry"] == "false")
                #expect(message.contains("there is no route for POST \(path)") && message.contains(offer))
            }
            // A base URL without its end.
            let bare = try await server.send(.post, "/chat/completions", body: "{}", headers: headers)
            let message = bare.json["error"]?["message"]?.stringValue ?? ""
            #expect(bare.status == 404 && message.contains("end the base URL with /v1"))
        }
    }
}
