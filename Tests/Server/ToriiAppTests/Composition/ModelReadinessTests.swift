import AgentRuntime
import KeyVault
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct ModelReadinessTests {
    /// Models in order, the state of the keys of OpenAI and Anthropic, and whether a model can answer.
    struct Case: Sendable, CustomTestStringConvertible {
        var models: [String]
        var openAI = KeyUsability.missing
        var anthropic = KeyUsability.missing
        var hasOwnServer = false
        var canAnswer: Bool

        var testDescription: String { "\(models) \(openAI) \(anthropic) \(hasOwnServer)" }
    }

    @Test(arguments: [
        Case(models: [], canAnswer: true),
        Case(models: [], openAI: .usable, canAnswer: true),
        Case(models: [], openAI: .unusable("1 refused by the upstream"), canAnswer: false),
        // The first model that has a key is used, even if the key is refused.
        Case(models: [], openAI: .unusable("1 expired"), anthropic: .usable, canAnswer: false),
        // A refused call without a key stores none, so that another model answers.
        Case(models: [], openAI: .wanted, canAnswer: true),
        Case(models: [], openAI: .wanted, hasOwnServer: true, canAnswer: true),
        Case(models: ["openai:m"], openAI: .wanted, canAnswer: false),
        Case(models: ["openai:m"], openAI: .wanted, hasOwnServer: true, canAnswer: false),
        Case(models: ["phrasebook"], openAI: .unusable("1 expired"), canAnswer: true),
        Case(models: ["openai:m", "phrasebook"], openAI: .unusable("1 expired"), canAnswer: true),
        Case(models: ["openai:m", "ollama:m"], canAnswer: true),
        Case(models: ["openai:m"], canAnswer: false),
        Case(models: ["openai:m"], hasOwnServer: true, canAnswer: true),
        Case(models: ["openai:m"], openAI: .unusable("1 expired"), hasOwnServer: true, canAnswer: false),
        Case(models: ["openai-responses:m"], openAI: .usable, canAnswer: true),
        Case(models: ["openai:m", "anthropic:m"], openAI: .unusable("1 expired"), anthropic: .usable, canAnswer: true),
        Case(models: ["openai:m", "anthropic:m"], openAI: .unusable("1 expired"), canAnswer: false),
    ])
    func anObstacleIsReportedIfNoModelCanAnswer(_ example: Case) {
        var settings = Settings()
        settings.models = example.models.compactMap { ModelReference($0) }
        if example.hasOwnServer { settings.addresses[.openai] = "http://127.0.0.1:8000/v1" }
        let readiness = ModelReadiness(settings: settings) { upstream, _ in
            switch upstream {
            case .openai: example.openAI
            case .anthropic: example.anthropic
            default: .missing
            }
        }
        #expect((readiness.obstacle == nil) == example.canAnswer, "\(readiness.obstacle ?? "none")")
        for name in ["openai", "anthropic"] { #expect(readiness.obstacle?.contains(name) != true) }
    }

    @Test func anOwnServerThatWantsAKeyIsSaidToTheOperatorOnly() async throws {
        try await OpenAIStandIn.with(keys: ["sk-good-0123456789"], script: { _ in .text("hi") }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
                let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"a"}"#)
                #expect(answer.status == 503 && answer.json["type"] == "urn:torii:problem:no-usable-key")
                #expect(!answer.text.contains("torii keys") && !answer.text.contains("127.0.0.1"), "\(answer.text)")
                #expect(server.log.text.contains("torii keys add openai"))
                let degraded = try await server.send(.get, "/readyz", token: nil).json
                #expect(degraded["status"] == "degraded")
                let reason = try #require(degraded["reason"]?.stringValue)
                #expect(reason.contains("wants a key") && !reason.contains("torii keys"), "\(reason)")
                let model = try await server.admin(.get, "models").json["models"]?[0]
                let obstacle = try #require(model?["obstacle"]?.stringValue)
                #expect(model?["ready"] == false && obstacle.contains("wants a key"))
                #expect(obstacle.contains("`torii keys add openai`"), "\(obstacle)")
                let added = try await server.admin(
                    .post,
                    "upstreams/openai/keys",
                    ["secret": "sk-good-0123456789"]
                )
                #expect(added.status == 201)
                #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
                #expect(try await server.send(.post, "/v1/chat", body: #"{"message":"a"}"#).status == 200)
            }
        }
    }

    @Test func aRefusedKeyDegradesTheServerUntilAValidOneIsAdded() async throws {
        try await OpenAIStandIn.with(keys: ["sk-good-0123456789"], script: { _ in .text("hi") }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                settings.keys[.openai] = SecretString("sk-bad-0123456789")
            } _: { server in
                #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
                let refused = try await server.send(.post, "/v1/chat", body: #"{"message":"a"}"#)
                #expect(refused.status == 502 && refused.json["type"] == "urn:torii:problem:upstream-unauthorized")
                let degraded = try await server.send(.get, "/readyz", token: nil)
                #expect(degraded.status == 200 && degraded.headers["Retry-After"] == nil)
                #expect(degraded.json["status"] == "degraded")
                #expect(degraded.json["checks"]?["models"] == "failed" && degraded.json["checks"]?["turns"] == "ok")
                #expect(degraded.json["reason"]?.stringValue?.contains("1 refused by the upstream") == true)
                let added = try await server.send(
                    .post,
                    "/admin/upstreams/openai/keys",
                    token: TestServer.adminToken,
                    body: #"{"secret":"sk-good-0123456789","label":"good"}"#
                )
                #expect(added.status == 201)
                let ready = try await server.send(.get, "/readyz", token: nil)
                #expect(ready.json["status"] == "ready" && ready.json["reason"] == nil)
            }
        }
    }
}
