import Foundation
import Logging
import NIOCore
import Synchronization
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct FailedAuthenticationTests {
    /// A stopped clock, and the functions that were scheduled.
    private final class Times: Sendable {
        let now = Mutex(NIODeadline.uptimeNanoseconds(1_000_000_000_000))
        let slept = Mutex<[Duration]>([])
        let scheduled = Mutex<[(delay: TimeAmount, body: @Sendable () -> Void)]>([])

        var timing: FailedAuthentications.Timing {
            FailedAuthentications.Timing(
                now: { self.now.withLock(\.self) },
                sleep: { duration in self.slept.withLock { $0.append(duration) } },
                schedule: { delay, body in self.scheduled.withLock { $0.append((delay, body)) } }
            )
        }
    }

    @Test func guessesAreLoggedIndividuallyAndThenInTotal() async throws {
        let (times, log) = (Times(), LogCapture())
        let failures = FailedAuthentications(logger: log.logger, delay: .seconds(1), timing: times.timing)
        let address = try #require(IPAddress("2001:db8::1"))
        for _ in 0..<3000 {
            if let brake = failures.record("unknown", from: address, log.logger) { await failures.wait(for: brake) }
        }
        // Each was delayed alone, so there was always a place.
        #expect(times.slept.withLock(\.self) == Array(repeating: .seconds(1), count: 2990))
        #expect(log.lines.map(\.message) == Array(repeating: "Authentication failed", count: 10))
        let later = try #require(times.scheduled.withLock { $0.count == 1 ? $0.first : nil })
        #expect(later.delay == .minutes(1))
        times.now.withLock { $0 = $0 + later.delay }
        later.body()
        #expect(log.lines.count == 11)
        #expect(log.lines.last?.metadata == ["address": "2001:db8::/64", "failures": "2990"])
        #expect(failures.record("unknown", from: address, log.logger) == nil)
    }

    @Test func anAddressWithTooManyFailuresCausesNoLooksIntoTheStore() throws {
        let (times, log) = (Times(), LogCapture())
        let failures = FailedAuthentications(logger: log.logger, delay: .seconds(1), timing: times.timing)
        let address = try #require(IPAddress("2001:db8::1"))
        for _ in 0..<10 {
            #expect(failures.allowsLook(for: address))
            _ = failures.record("unknown", from: address, log.logger)
        }
        #expect(!failures.allowsLook(for: address))
        #expect(failures.allowsLook(for: IPAddress("192.0.2.1")) && failures.allowsLook(for: nil))
        times.now.withLock { $0 = $0 + .minutes(1) }
        #expect(failures.allowsLook(for: address))
    }

    @Test func aConnectionWithoutAnAddressIsNotDelayed() {
        let log = LogCapture()
        let failures = FailedAuthentications(logger: log.logger, delay: .seconds(1), timing: Times().timing)
        for _ in 0..<20 { #expect(failures.record("revoked", from: nil, log.logger) == nil) }
        #expect(log.lines.count == 20)
    }

    @Test func guessesAreDelayedAndValidTokensPass() async throws {
        try await TestServer.with { settings in
            settings.authenticationDelay = .zero
        } _: { server in
            for _ in 0..<10 {
                let answer = try await server.send(.get, "/v1/tools", token: "guess")
                #expect(answer.status == 401)
                #expect(answer.headers["Connection"] == nil)
            }
            let braked = try await server.send(.get, "/v1/tools", token: "guess")
            #expect(braked.status == 429 && braked.json["title"] == "Too many invalid tokens", "\(braked.text)")
            #expect(braked.headers["Retry-After"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
            #expect(braked.headers["Connection"] == "close")
            #expect(braked.headers["X-Request-ID"] != nil)
            #expect(try await server.send(.get, "/v1/tools").status == 200)
            #expect(try await server.send(.get, "/v1/tools", token: nil).status == 401)
            let failures = server.log.lines.filter { $0.message == "Authentication failed" }
            #expect(failures.count == 10)
            #expect(failures.allSatisfy { $0.metadata["address"] == "127.0.0.1" && $0.metadata["token"] == "unknown" })
            #expect(!server.log.text.contains("guess"))
            // The log line of a delayed guess is for debugging only.
            #expect(server.log.text.split(separator: "\n").filter { $0.hasPrefix("info Answered") }.count == 12)
        }
    }

    /// The error is for requests with a token only (RFC 6750 §3.1).
    @Test func aRefusalHasAChallenge() async throws {
        let guess = ("Authorization", "Bearer guess")
        let refusals: [(path: String, fields: [(String, String)], hasToken: Bool)] = [
            ("/v1/tools", [], false), ("/v1/tools", [guess], true),
            ("/v1/tools", [("Authorization", "Basic Z3Vlc3M6Z3Vlc3M=")], false),
            ("/v1/tools", [("x-api-key", "guess")], false), ("/v1/models", [guess], true),
            ("/v1/models", [("x-api-key", "guess"), ("anthropic-version", "2023-06-01")], true),
            ("/v1/session", [], false), ("/admin/upstreams", [guess], true), ("/metrics", [], false),
        ]
        try await TestServer.with { server in
            for (path, fields, hasToken) in refusals {
                let answer = try await server.send(.get, path, token: nil, headers: fields)
                let challenge = #"Bearer realm="torii""# + (hasToken ? #", error="invalid_token""# : "")
                #expect(answer.status == 401, "\(path) \(fields)")
                #expect(answer.headers["WWW-Authenticate"] == challenge, "\(path) \(fields)")
            }
        }
    }

    @Test func aConnectionHasOneDelayedGuess() async throws {
        try await TestServer.with { settings in
            settings.authenticationDelay = .zero
        } _: { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let guess = "GET /v1/tools HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer guess\r\n\r\n"
            let answers = await connection.exchangeUntilClosed(String(repeating: guess, count: 400))
            #expect(answers.components(separatedBy: "HTTP/1.1 401 ").count == 11)
            #expect(answers.components(separatedBy: "HTTP/1.1 429 ").count == 2)
            let answered = server.log.lines.filter { $0.message == "Answered" }
            // Requests that were read together with the delayed one may be at work before its response closes the connection.
            #expect(answered.count < 100)
        }
    }

    @Test func clientsBehindATrustedProxyAreDistinguished() async throws {
        try await TestServer.with { settings in
            settings.trustedProxies = TrustedProxies([TrustedProxies.Network("127.0.0.0/8")].compactMap(\.self))
            settings.authenticationDelay = .zero
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

    @Test func forwardedAddressesOfOthersAreIgnored() async throws {
        try await TestServer.with { server in
            _ = try await server.send(.get, "/v1/tools", headers: [("X-Forwarded-For", "192.0.2.1")])
            let line = try #require(server.log.lines.last { $0.message == "Answered" })
            #expect(line.metadata["address"] == "127.0.0.1")
            #expect(line.metadata["route"] == "/v1/tools")
            #expect(line.metadata["client"]?.description.hasPrefix("preset:client") == true)
        }
    }
}
