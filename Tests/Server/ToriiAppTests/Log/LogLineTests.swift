import AgentRuntime
import Foundation
import Logging
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The log lines that an operator uses to find a problem.
@Suite(.timeLimit(.minutes(2))) struct LogLineTests {
    private static func text(_ line: LogCapture.Line?, _ key: String) -> String? {
        line?.metadata[key].map { "\($0)" }
    }

    /// Statuses of an upstream, and the classes of fault in the log.
    @Test(arguments: [
        (404, "modelNotFound"), (401, "keyRefused"), (429, "rateLimited"), (500, "upstreamFault"), (402, "outOfCredit"),
    ])
    func aFailedRunNamesItsUpstream(status: Int, fault: String) async throws {
        try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(status)) }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"my secret diary"}"#)
                #expect(answer.status >= 400)
                let line = try #require(server.log.lines.first { $0.message == "Run failed" })
                let port = try #require(URL(string: standIn.baseURL)?.port)
                #expect(Self.text(line, "upstream") == "127.0.0.1:\(port)")
                #expect(Self.text(line, "upstream_status") == "\(status)")
                #expect(Self.text(line, "fault") == fault)
                #expect(Self.text(line, "run") == answer.json["run"]?.stringValue)
                #expect(Self.text(line, "request_id") == answer.headers["X-Request-ID"])
                #expect(Self.text(line, "client")?.isEmpty == false)
                #expect(!server.log.text.contains("diary"))
            }
        }
    }

    @Test func anUpstreamThatIsDownHasNoStatus() async throws {
        try await TestServer.with { settings in
            settings.models = [ModelReference(provider: .openai, name: "m")]
        } _: { server in
            _ = try await server.send(.post, "/v1/chat", body: #"{"message":"Hi"}"#)
            let line = try #require(server.log.lines.first { $0.message == "Run failed" })
            #expect(Self.text(line, "upstream") == "127.0.0.1:9")
            #expect(Self.text(line, "fault") == "unreachable")
            #expect(line.metadata["upstream_status"] == nil)
        }
    }

    @Test func aRequestNamesItsClientItsAddressAndItsID() async throws {
        try await TestServer.with { settings in
            settings.trustedProxies = TrustedProxies(["127.0.0.1"].compactMap(TrustedProxies.Network.init))
        } _: { server in
            let forwarded = [("X-Forwarded-For", "203.0.113.7")]
            let answer = try await server.send(.get, "/v1/tools", headers: forwarded)
            let line = try #require(server.log.lines.first { $0.message == "Answered" })
            #expect(Self.text(line, "address") == "203.0.113.7")
            #expect(Self.text(line, "peer") == "127.0.0.1")
            #expect(Self.text(line, "client")?.isEmpty == false)
            #expect(Self.text(line, "request_id") == answer.headers["X-Request-ID"])
            #expect(line.metadata["hb.request.id"] == nil)
            #expect(try await server.send(.get, "/healthz", token: nil).status == 200)
            let direct = try #require(server.log.lines.last { $0.message == "Answered" })
            #expect(Self.text(direct, "address") == "127.0.0.1" && direct.metadata["peer"] == nil)
        }
    }

    @Test func aStopHasALineAtItsStartAndAtItsEnd() async throws {
        let log = try await TestServer.with { server in
            await server.stop()
            return server.log
        }
        let lines = log.lines.filter { $0.message.hasPrefix("Stop") }
        #expect(lines.map(\.message) == ["Stopping: no new turns are accepted", "Stopped: no run is under way"])
        #expect(Self.text(lines.first, "running") == "0" && Self.text(lines.first, "grace_seconds") == "0.0")
    }

    @Test func aKeyInTheEnvironmentIsLoggedOnce() async throws {
        let folder = NSTemporaryDirectory() + "torii-log-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var counts: [Int] = []
        for key in ["sk-first-0123456789", "sk-first-0123456789", "sk-other-0123456789"] {
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.keys[.openai] = SecretString(key)
            } _: { server in
                counts.append(server.log.lines.count { $0.message == "Sealed a new key into the vault" })
            }
        }
        #expect(counts == [1, 0, 1])
    }

    @Test func theGreetingNamesAllModels() {
        let models = ["openai:m", "phrasebook"].compactMap { ModelReference($0) }
        let settings = Settings()
        for (list, sentence) in [
            (models, "with the models openai:m, then phrasebook."), ([.phrasebook], "the model phrasebook."),
        ] {
            let greeting = Greeting(port: 1, settings: settings, issued: .shown([]), models: list)
            #expect(greeting.text.contains(sentence), "\(greeting.text)")
        }
    }
}
