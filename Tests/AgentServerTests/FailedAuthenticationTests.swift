import Logging
import Testing
import Transport

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct FailedAuthenticationTests {
    @Test func guessingIsBrakedAndValidTokensPass() async throws {
        try await TestServer.with { server in
            for _ in 0..<10 { #expect(try await server.send(.get, "/v1/tools", token: "guess").status == 401) }
            let braked = try await server.send(.get, "/v1/tools", token: "guess")
            #expect(braked.status == 429)
            #expect(braked.headers["Retry-After"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
            #expect(try await server.send(.get, "/v1/tools").status == 200)
            #expect(try await server.send(.get, "/v1/tools", token: nil).status == 401)
            let failures = server.log.lines.filter { $0.message == "Authentication failed" }
            #expect(failures.count == 11)
            #expect(failures.allSatisfy { $0.metadata["address"] == "127.0.0.1" && $0.metadata["token"] == "unknown" })
            #expect(!server.log.text.contains("guess"))
        }
    }

    @Test func aTrustedProxysClientsAreTakenApart() async throws {
        try await TestServer.with { settings in
            settings.trustedProxies = TrustedProxies([TrustedProxies.Network("127.0.0.0/8")].compactMap(\.self))
        } _: { server in
            for _ in 0..<11 {
                _ = try await server.send(
                    .get,
                    "/v1/tools",
                    token: "guess",
                    headers: [("X-Forwarded-For", "192.0.2.1")]
                )
            }
            let other = try await server.send(
                .get,
                "/v1/tools",
                token: "guess",
                headers: [("X-Forwarded-For", "192.0.2.1, 192.0.2.2")]
            )
            #expect(other.status == 401)
            let lines = server.log.lines.filter { $0.message == "Answered" }
            #expect(lines.filter { $0.metadata["address"] == "192.0.2.1" }.count == 11)
            #expect(lines.last?.metadata["address"] == "192.0.2.2")
        }
    }

    @Test func whoIsNoTrustedProxyCannotNameAnAddress() async throws {
        try await TestServer.with { server in
            _ = try await server.send(.get, "/v1/tools", headers: [("X-Forwarded-For", "192.0.2.1")])
            let line = try #require(server.log.lines.last { $0.message == "Answered" })
            #expect(line.metadata["address"] == "127.0.0.1")
            #expect(line.metadata["route"] == "/v1/tools")
            #expect(line.metadata["client"]?.description.hasPrefix("preset:client") == true)
        }
    }
}
