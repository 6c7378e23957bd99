import AgentRuntime
import Foundation
import Logging
import ModelTable
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The end of a model in the answers of a server.
@Suite(.timeLimit(.minutes(2))) struct ModelEndServerTests {
    private static func day(in days: Int) -> String {
        (Date() + Double(days) * 86_400).formatted(.iso8601.year().month().day())
    }

    private static func table(_ text: String) throws -> ModelTable { try ModelTable(parsing: Array(text.utf8)) }

    private static func models(_ names: String...) throws -> [ModelReference] {
        try names.map { try #require(ModelReference($0)) }
    }

    @Test func anEndIsAnnouncedEverywhere() async throws {
        let end = Self.day(in: 10)
        let table = try Self.table(
            #"{"models": [{"names": ["anthropic:old"], "ends": "\#(end)", "replacement": "new"}]}"#
        )
        let models = try Self.models("anthropic:old", "phrasebook")
        try await TestServer.with { settings in
            settings.addresses[.anthropic] = nil
            settings.modelTable = table
            settings.models = models
        } _: { server in
            // Without a key the model is not offered, so its end is no matter.
            let ready = try await server.send(.get, "/readyz", token: nil)
            #expect(ready.json["status"] == "ready")
        }
        try await TestServer.with { settings in
            settings.modelTable = table
            settings.models = models
            settings.keys[.anthropic] = SecretString("sk-ant-0123456789")
        } _: { server in
            let ready = try await server.send(.get, "/readyz", token: nil)
            #expect(ready.status == 200 && ready.json["status"] == "degraded")
            #expect(ready.json["checks"]?["model_ends"] == "failed" && ready.json["checks"]?["models"] == "ok")
            let reason = try #require(ready.json["reason"]?.stringValue)
            #expect(reason.contains(end) && !reason.contains("old"))

            let list = try await server.send(.get, "/v1/models").json["data"]
            #expect(list?[0]?["shutdown_date"] == .string(end) && list?[0]?["torii"]?["replacement"] == "new")
            #expect(list?[1]?["id"] == "phrasebook" && list?[1]?["shutdown_date"] == nil && list?[1]?["torii"] == nil)
            let one = try await server.send(.get, "/v1/models/anthropic:old").json
            #expect(one == list?[0])
            let anthropic = try await server.send(
                .get,
                "/v1/models",
                headers: [("anthropic-version", "2026-10-21")]
            ).json["data"]
            #expect(anthropic?[0]?["retires_at"] == .string("\(end)T00:00:00Z"))
            #expect(anthropic?[0]?["lifecycle"] == "deprecated" && anthropic?[1]?["lifecycle"] == "active")
            #expect(anthropic?[0]?["torii"]?["replacement"] == "new" && anthropic?[1]?["retires_at"] == nil)

            let admin = try await server.send(.get, "/admin/models", token: TestServer.adminToken).json["models"]
            #expect(admin?[0]?["ends"] == .string(end) && admin?[0]?["replacement"] == "new")
            #expect(admin?[0]?["days_left"] == 10 && admin?[1]?["ends"] == nil && admin?[0]?["replaced_by"] == nil)

            // The upkeep runs beside the server's start.
            try await server.log.eventually { $0.contains { $0.message.contains("no longer be served") } }
            let lines = server.log.lines.filter { $0.message.contains("no longer be served") }
            #expect(lines.count == 1)
            let told = ["model", "ends", "replacement"].map { name in lines.first?.metadata[name].map { "\($0)" } }
            #expect(told == ["anthropic:old", end, "new"])
        }
    }

    @Test func aReplacementAnswersFromTheEndOn() async throws {
        try await OpenAIStandIn.with(script: { .text("I am \($0.model).") }) { standIn in
            let table = try Self.table(
                #"{"models": [{"names": ["compatible:old"], "ends": "\#(Self.day(in: 0))"}, {"names": ["compatible:next"], "ends": "\#(Self.day(in: 1))"}]}"#
            )
            let models = try Self.models("openai:old", "openai:next", "phrasebook")
            let replacements = ["old=new", "next=new", "openai:older=new"].compactMap {
                ModelReplacements.Replacement($0)
            }
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.modelTable = table
                settings.models = models
                settings.allowedModels = [ModelReference(provider: .openai, name: "new")]
                settings.modelReplacements = ModelReplacements(replacements) ?? .none
                settings.modelAliases =
                    ModelAliases(["small=openai:old"].compactMap { ModelAliases.Alias($0) }) ?? .none
            } _: { server in
                // No name, the old name with and without its provider, an alias, a name that is not offered, and a model before its end.
                let rows: [(String?, String)] = [
                    (nil, "new"), ("old", "new"), ("openai:old", "new"), ("small", "new"), ("older", "new"),
                    ("next", "next"),
                ]
                for (name, model) in rows {
                    var body: JSONObject = ["message": "hi"]
                    body["model"] = name.map { .string($0) }
                    let answer = try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
                    #expect(answer.json["message"]?["text"] == .string("I am \(model)."), "\(name ?? "none")")
                    #expect(answer.json["model"] == .string("openai:\(model)"), "\(name ?? "none")")
                }
                for (path, members) in [
                    ("/v1/chat/completions", #""messages":[{"role":"user","content":"hi"}]"#),
                    ("/v1/responses", #""input":"hi""#),
                    ("/v1/messages", #""max_tokens":99,"messages":[{"role":"user","content":"hi"}]"#),
                ] {
                    for (name, note) in [
                        ("small", "openai:old -> openai:new"), ("older", "older -> openai:new"), ("next", nil),
                    ] {
                        let body = #"{"model":"\#(name)",\#(members)}"#
                        let answer = try await server.send(
                            .post,
                            path,
                            body: body,
                            headers: [("Content-Type", "application/json"), ("anthropic-version", "2026-10-21")]
                        )
                        #expect(
                            answer.status == 200 && answer.headers["Torii-Model-Replaced"] == note,
                            "\(path) \(name)"
                        )
                    }
                }
                #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
                let admin = try await server.send(.get, "/admin/models", token: TestServer.adminToken).json["models"]
                #expect(admin?[0]?["replaced_by"] == "openai:new" && admin?[2]?["replaced_by"] == nil)
                let old = try await server.send(.get, "/v1/models/openai:old").json
                #expect(old["owned_by"] == "openai")
            }
        }
    }

    @Test func theProvidersListIsReadAtTheStart() async throws {
        let end = Self.day(in: 20)
        let keys = Mutex<[String?]>([])
        let provider = StandInServer(name: "list") { request in
            guard request.path == "/v1/models" else { return .json([:], status: 404) }
            keys.withLock { $0.append(request.bearerToken) }
            return .json(["data": [["id": "m", "shutdown_date": .string(end)]]])
        }
        try await provider.start()
        let table = try Self.table(
            #"{"models": [{"names": ["openai:*"], "interface": "chat"}], "servers": [{"hosts": ["127.0.0.1"], "provider": "openai", "interface": "chat"}]}"#
        )
        let models = try Self.models("openai:m")
        let address = provider.baseURL + "/v1"
        try await TestServer.with { settings in
            settings.addresses[.openai] = address
            settings.modelTable = table
            settings.models = models
            settings.keys[.openai] = SecretString("sk-list-0123456789")
        } _: { server in
            try await server.log.eventually { $0.contains { $0.message == "Read a provider's list of models" } }
            let model = try await server.send(.get, "/v1/models/openai:m").json
            #expect(model["shutdown_date"] == .string(end))
            #expect(keys.withLock(\.self) == ["sk-list-0123456789"])
        }
        await provider.stop()
    }

    @Test func aFailureOfTheListIsOneLineOfTheLog() async throws {
        let provider = StandInServer(name: "list") { _ in .json(["error": "hidden words"], status: 500) }
        try await provider.start()
        let table = try Self.table(
            #"{"servers": [{"hosts": ["127.0.0.1"], "provider": "openai", "interface": "chat"}]}"#
        )
        let models = try Self.models("openai:m")
        let address = provider.baseURL + "/v1"
        try await TestServer.with { settings in
            settings.addresses[.openai] = address
            settings.modelTable = table
            settings.models = models
            settings.keys[.openai] = SecretString("sk-list-0123456789")
        } _: { server in
            func lines() -> [LogCapture.Line] { server.log.lines.filter { $0.message.contains("list of models") } }
            try await server.log.eventually { _ in !lines().isEmpty }
            #expect(lines().count == 1)
            let upstream = lines().first.flatMap { $0.metadata["upstream"] }.map { "\($0)" }
            #expect(upstream == "openai")
            let reason = lines().first.flatMap { $0.metadata["reason"] }.map { "\($0)" }
            #expect(reason?.contains("status 500") == true)
            #expect(!server.log.text.contains("hidden words"))
            #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
        }
        await provider.stop()
    }
}
