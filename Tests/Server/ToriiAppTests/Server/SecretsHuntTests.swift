import Foundation
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A search for all keys and tokens of a run: in the data folder, in the log at its lowest level, and in every response.
@Suite(.timeLimit(.minutes(1))) struct SecretsHuntTests {
    private static let keys = [
        "sk-hunted-old-0123456789", "sk-hunted-new-9876543210", "sk-hunted-wrong-5555555555", "tvly-hunted-1234567890",
    ]

    /// The responses of the run.
    ///
    /// Those that must contain a token are stored without it.
    private final class Answers: Sendable {
        private let texts = Mutex<[String]>([])
        private let tokens = Mutex<[String]>([])

        func record(_ answer: TestServer.Answer) {
            var text = "\(answer.headers.fields) \(answer.text)"
            if let token = answer.json["token"]?["secret"]?.stringValue {
                tokens.withLock { $0.append(token) }
                text = text.replacingOccurrences(of: token, with: "")
            }
            texts.withLock { $0.append(text) }
        }

        var all: String { texts.withLock { $0.joined(separator: "\n") } }
        var issued: [String] { tokens.withLock { $0 } }
    }

    @Test func noSecretIsFoundAnywhere() async throws {
        let answers = Answers()
        try await OpenAIStandIn.with(keys: Array(Self.keys.prefix(2)), script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.keys = [.openai: SecretString(Self.keys[0])]
            } _: { server in
                try await use(server, standIn, answers)
                let files = try Self.files(in: server.dataDirectory)
                #expect(Set(files).isSuperset(of: ["torii.sqlite", "master.key", "torii.lock"]))
                #expect(answers.issued.count == 3)
                let secrets = Self.keys + answers.issued + [TestServer.clientToken, TestServer.adminToken]
                for secret in secrets {
                    #expect(!server.log.text.contains(secret))
                    #expect(!answers.all.contains(secret))
                    for file in files {
                        let data = try Data(contentsOf: URL(fileURLWithPath: "\(server.dataDirectory)/\(file)"))
                        #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(file)")
                    }
                }
            }
        }
    }

    /// Returns the files in a folder and its subfolders.
    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
            return isThere && !isFolder.boolValue
        }
    }

    /// Uses everything that involves secrets.
    private func use(_ server: TestServer, _ standIn: OpenAIStandIn, _ answers: Answers) async throws {
        func admin(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = Optional.none) async throws -> JSONValue {
            let answer = try await server.admin(method, path, body)
            answers.record(answer)
            return answer.json
        }
        func secret(_ index: Int) -> JSONValue { ["secret": .string(Self.keys[index])] }
        answers.record(try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#))
        _ = try await admin(.post, "upstreams/tavily/keys", secret(3))
        _ = try await admin(.post, "upstreams/openai/rotations", secret(2))
        let rotation = try await admin(.post, "upstreams/openai/rotations", secret(1))
        #expect(rotation["state"] == "retired")
        answers.record(try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#))
        _ = try await admin(.post, "rotations/\(rotation["id"]?.stringValue ?? "")/rollback")
        // Responses that repeat input must not repeat this.
        _ = try await admin(.post, "upstreams/openai/keys", ["secret": .array([.string(Self.keys[1])])])
        _ = try await admin(.post, "upstreams/openai/keys", ["secret": .string("a " + Self.keys[1])])
        answers.record(try await server.send(.post, "/admin/clients", token: TestServer.adminToken, body: Self.keys[1]))
        let client = try await admin(.post, "clients", ["name": "phone"])
        _ = try await admin(.post, "clients/\(client["client"]?["id"]?.stringValue ?? "")/rotate")
        // These are clients at their limits, and one that is revoked during a turn.
        let limits: JSONValue = ["name": "small", "limits": ["requests_per_minute": 1, "tokens_per_day": 100]]
        let small = try await admin(.post, "clients", limits)
        let token = small["token"]?["secret"]?.stringValue ?? ""
        for _ in 0..<2 {
            let refused = try await server.send(.post, "/v1/chat", token: token, body: #"{"message":"hello"}"#)
            #expect(refused.status == 429)
            answers.record(refused)
        }
        standIn.accept(keys: [])
        standIn.server.misbehave(.answer(OpenAIStandIn.failure(401)), times: nil)
        answers.record(try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#))
        for path in [
            "upstreams", "upstreams/openai/keys", "rotations", "clients", "vault", "audit", "audit/export", "usage",
        ] {
            #expect(try await server.admin(.get, path).status == 200)
            _ = try await admin(.get, path)
        }
        _ = try await admin(.post, "vault/rewrap")
        let figures = try await server.send(.get, "/metrics", token: TestServer.adminToken)
        #expect(figures.text.contains("torii_runs_ended_total"))
        answers.record(figures)
        for path in ["/healthz", "/readyz"] {
            answers.record(try await server.send(.get, path, token: "torii_no_such_token"))
        }
        answers.record(try await server.send(.get, "/admin/upstreams", token: TestServer.clientToken))
    }
}
