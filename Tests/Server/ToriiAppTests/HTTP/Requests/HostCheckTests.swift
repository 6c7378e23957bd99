import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct HostCheckTests {
    private func status(
        _ url: String,
        _ target: String,
        _ fields: String,
        version: String = "1.1"
    ) async throws -> String {
        let connection = try RawConnection(to: url)
        defer { connection.close() }
        return await connection.exchangeUntilClosed(
            "GET \(target) HTTP/\(version)\r\n\(fields)Connection: close\r\n\r\n"
        )
    }

    @Test func aRebindingPageReadsNothing() async throws {
        try await TestServer.with { settings in
            settings.adminPort = 0
            settings.publicURL = "https://torii.example/app"
            settings.webHosts = ["phone.lan"]
        } _: { server in
            let admin = try #require(server.adminURL)
            for (url, target) in [
                (admin, "/metrics"), (admin, "/nowhere"), (admin, "/admin/"), (admin, "/admin/events"),
                (admin, "/favicon.svg"), (admin, "/openapi.json"), (server.baseURL, "/v1/tools"), (server.baseURL, "/"),
                (server.baseURL, "/sw.js"), (server.baseURL, "/v1/session"), (server.baseURL, "/nowhere"),
            ] {
                let answer = try await status(url, target, "Host: evil.example\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 421 "), "\(answer)")
                #expect(answer.contains("urn:torii:problem:misdirected-request"))
                #expect(answer.contains("TORII_PUBLIC_URL") && answer.contains("TORII_WEB_HOSTS"))
                #expect(!answer.contains("torii_runs"))
            }
            for host in ["localhost:1", "127.0.0.1", "[::1]", "torii.example", "Phone.LAN:8080"] {
                #expect(try await status(admin, "/metrics", "Host: \(host)\r\n").hasPrefix("HTTP/1.1 200 "))
            }
            for target in ["/healthz", "/readyz"] {
                #expect(try await status(admin, target, "Host: evil.example\r\n").hasPrefix("HTTP/1.1 200 "))
                #expect(try await status(server.baseURL, target, "").hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test(arguments: [
        "", "Host:\r\n", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nHost: evil.example\r\n",
        "Host: a b\r\n", "Host: localhost/\r\n", "Host: user@localhost\r\n",
    ])
    func aRequestNamesOneHost(_ fields: String) async throws {
        try await TestServer.with { server in
            let answer = try await status(server.baseURL, "/v1/tools", fields)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        }
    }

    @Test func aPathMustBeWrittenLikeItsRoute() async throws {
        try await TestServer.with { server in
            let token = TestServer.adminToken
            let exact = try await server.send(.get, "/metrics", token: token)
            #expect(exact.status == 200)
            for path in ["/metrics/", "//metrics", "/metrics//", "/admin//clients", "/admin/clients/"] {
                #expect(try await server.send(.get, path, token: token).status == 404, "\(path)")
            }
            #expect(try await server.send(.get, "/v1/tools/").status == 404)
        }
    }
}
