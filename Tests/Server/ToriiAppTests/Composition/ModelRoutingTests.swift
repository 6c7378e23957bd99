import AgentRuntime
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The choice of a turn's model, by the settings and by the request.
@Suite(.timeLimit(.minutes(1))) struct ModelRoutingTests {
    private static func reference(_ text: String) throws -> ModelReference { try #require(ModelReference(text)) }

    private func ask(_ server: TestServer, model: String? = nil) async throws -> TestServer.Answer {
        var body: JSONObject = ["message": "hello"]
        if let model { body["model"] = .string(model) }
        return try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
    }

    @Test func theNextModelOfTheListAnswersAfterAFailure() async throws {
        let down: OpenAIStandIn.Script = { _ in .failure(OpenAIStandIn.failure(503)) }
        let up: OpenAIStandIn.Script = { _ in .text("Hello from the second.") }
        try await OpenAIStandIn.with(script: down) { first in
            try await AnthropicStandIn.with(script: up) { second in
                let models = [try Self.reference("openai:m"), try Self.reference("anthropic:stand-in")]
                try await TestServer.with({ settings in
                    settings.addresses[.openai] = first.baseURL
                    settings.addresses[.anthropic] = second.baseURL
                    settings.models = models
                }) { server in
                    let answer = try await ask(server).json
                    #expect(answer["message"]?["text"] == "Hello from the second.")
                    #expect(answer["model"] == "anthropic:stand-in")
                    // A model that the request names is the only one.
                    let alone = try await ask(server, model: "openai:m")
                    #expect(alone.status == 502)
                    #expect(second.requests.count == 1)
                }
            }
        }
    }

    @Test func aListWithoutAServerEndsAtThePhrasebook() async throws {
        let models = [try Self.reference("openai:m"), try Self.reference("gemini:g"), .phrasebook]
        try await TestServer.with({ $0.models = models }) { server in
            let answer = try await ask(server)
            #expect(answer.status == 200)
            #expect(answer.json["model"] == "phrasebook")
        }
    }

    @Test func aliasesLeadToTheirModelsInEveryDialect() async throws {
        try await OpenAIStandIn.with(script: { .text("I am \($0.model).") }) { standIn in
            let models = [try Self.reference("openai:a"), try Self.reference("openai:b")]
            let aliases = ["gpt-4o=openai:b", "claude-*=openai:a"].compactMap { ModelAliases.Alias($0) }
            try await TestServer.with({ settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.models = models
                settings.modelAliases = ModelAliases(aliases) ?? .none
                #expect(settings.offeredModels == models)
            }) { server in
                let native = try await ask(server, model: "gpt-4o").json
                #expect(native["message"]?["text"] == "I am b.")
                #expect(native["model"] == "openai:b")
                let chat = try await server.send(
                    .post,
                    "/v1/chat/completions",
                    body: #"{"model":"claude-sonnet-9","messages":[{"role":"user","content":"hi"}]}"#
                )
                #expect(chat.json["choices"]?[0]?["message"]?["content"] == "I am a.")
                #expect(chat.json["model"] == "claude-sonnet-9")
                let list = try await server.send(.get, "/v1/models").json
                let names = list["data"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
                #expect(names == ["openai:a", "openai:b", "gpt-4o"])
                for name in ["gpt-4o", "claude-x", "openai:a"] {
                    let model = try await server.send(.get, "/v1/models/\(name)")
                    #expect(model.json["id"] == .string(name))
                }
                #expect(try await server.send(.get, "/v1/models/gemini-x").status == 404)
            }
        }
    }

    @Test func aRequestMayNameOnlyListedAndAllowedModels() async throws {
        try await OpenAIStandIn.with(script: { .text("I am \($0.model).") }) { standIn in
            let models = [try Self.reference("openai:a"), try Self.reference("openai:b")]
            let allowed = [try Self.reference("openai:c"), .phrasebook]
            try await TestServer.with({ settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.models = models
                settings.allowedModels = allowed
            }) { server in
                for name in ["a", "b", "c"] {
                    let answer = try await ask(server, model: "openai:\(name)").json
                    #expect(answer["message"]?["text"] == .string("I am \(name)."))
                    #expect(answer["model"] == .string("openai:\(name)"))
                }
                let builtIn = try await ask(server, model: "phrasebook").json
                #expect(builtIn["model"] == "phrasebook")
                let refused = try await ask(server, model: "openai:d")
                #expect(refused.status == 400)
                #expect(
                    refused.json["detail"]?.stringValue?.hasSuffix("it offers openai:a, openai:b, openai:c, phrasebook")
                        == true
                )
                let unnamed = try await ask(server).json
                #expect(unnamed["model"] == "openai:a")
            }
        }
    }

    @Test func withoutASettingTheFirstProviderWithAKeyAnswers() async throws {
        try await AnthropicStandIn.with(script: { _ in .text("Hello.") }) { standIn in
            try await TestServer.with({ settings in
                settings.addresses[.anthropic] = standIn.baseURL
                settings.keys = [.anthropic: SecretString("sk-ant-test-0123456789")]
            }) { server in
                let answer = try await ask(server).json
                #expect(answer["model"] == "anthropic:claude-sonnet-5-5")
            }
        }
    }

    /// A person's message is never sent to a model without a key, whatever the request names.
    @Test(arguments: [
        "openai:gpt-6.1-terra", "gpt-6.1-terra", "anthropic:claude-sonnet-5-5", "gemini:gemini-3.8-flash",
    ])
    func aModelWithoutAKeyIsNotCalled(name: String) async throws {
        try await OpenAIStandIn.with(script: { _ in .text("Hello.") }) { standIn in
            try await TestServer.with({ settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.addresses[.anthropic] = standIn.baseURL
                settings.addresses[.gemini] = standIn.baseURL
            }) { server in
                let answer = try await ask(server, model: name)
                #expect(answer.status == 400 && answer.json["errors"]?[0]?["pointer"] == "#/model", "\(answer.text)")
                let detail = answer.json["detail"]?.stringValue ?? ""
                #expect(
                    detail.hasPrefix("this server has no key for the model") && detail.hasSuffix("it offers phrasebook")
                )
                let unnamed = try await ask(server).json
                #expect(unnamed["model"] == "phrasebook")
                #expect(standIn.requests.isEmpty)
            }
        }
    }

    /// In a list, models at the address of their provider are skipped without a key.
    ///
    /// Models at another address need none.
    @Test func aListSkipsModelsWithoutAKey() async throws {
        try await OpenAIStandIn.with(script: { _ in .text("Hello.") }) { standIn in
            let models = [try Self.reference("anthropic:a"), try Self.reference("openai:m")]
            try await TestServer.with({ settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.addresses[.anthropic] = nil
                settings.models = models
            }) { server in
                let answer = try await ask(server).json
                #expect(answer["model"] == "openai:m", "\(answer)")
                let named = try await ask(server, model: "anthropic:a")
                #expect(
                    named.status == 400 && named.json["detail"]?.stringValue?.hasSuffix("it offers openai:m") == true
                )
            }
        }
    }

    /// The plan whose models have no key is named, because others of the server may have one.
    @Test func aPlanOfModelsWithoutAKeyIsNamed() async throws {
        let models = [ModelReference.phrasebook, try Self.reference("openai:m")]
        try await TestServer.with({ settings in
            settings.addresses[.openai] = nil
            settings.models = models
        }) { server in
            let (_, token) = try await server.makeClientWithUsers(
                settings: ["plans": ["default": ["models": ["openai:*"]]]]
            )
            func chat(_ body: String) async throws -> TestServer.Answer {
                try await server.acting(for: "anna").send(.post, "/v1/chat", token: token, body: body)
            }
            let unnamed = try await chat(#"{"message":"a"}"#)
            #expect(unnamed.status == 503 && unnamed.problem == "no-usable-key", "\(unnamed.text)")
            #expect(unnamed.json["detail"]?.stringValue?.contains("the plan 'default'") == true, "\(unnamed.text)")
            for name in ["phrasebook", "openai:m"] {
                let named = try await chat(#"{"message":"a","model":"\#(name)"}"#)
                #expect(named.status == 400 && named.text.contains("it offers none now"), "\(named.text)")
                #expect(!named.text.contains("not one of"), "\(named.text)")
            }
        }
    }

    @Test func aSingleModelWithoutAKeyFailsBeforeItIsCalled() async throws {
        let models = [try Self.reference("openai:m")]
        try await TestServer.with({ settings in
            settings.addresses[.openai] = nil
            settings.models = models
        }) { server in
            let answer = try await ask(server)
            #expect(answer.status == 503, "\(answer.text)")
            #expect(answer.json["type"] == "urn:torii:problem:no-usable-key")
            #expect(
                answer.json["detail"]?.stringValue?.hasPrefix("This server has no usable key for the model.")
                    == true
            )
        }
    }

    @Test(arguments: [
        ("phrasebook", true, true), ("ollama:l", true, true), ("openai:m", false, false), ("openai:m", true, true),
        ("openai-responses:m", true, false), ("anthropic:m", false, false),
    ])
    func aServerIsKeylessWhenItsAddressAndItsModelAreSet(name: String, isElsewhere: Bool, isKeyless: Bool) throws {
        var settings = Settings()
        settings.allowedModels = [try Self.reference("openai:m"), try Self.reference("anthropic:m")]
        if isElsewhere { settings.addresses[.openai] = "http://127.0.0.1:8000/v1" }
        #expect(settings.isKeyless(try Self.reference(name)) == isKeyless)
    }

    @Test(
        "A provider's own host wants a key, however its address is written",
        arguments: [
            ("https://API.openai.com/v1", false), ("https://api.openai.com:443/v1", false),
            ("https://api.openai.com", false), ("http://api.openai.com./v1", false), ("", false),
            ("https://openai.example.com/v1", true), ("http://[::1]:8000/v1", true),
        ]
    )
    func aProvidersHostNeedsAKey(address: String, isKeyless: Bool) throws {
        var settings = Settings()
        settings.allowedModels = [try Self.reference("openai:m")]
        settings.addresses[.openai] = address
        #expect(settings.isKeyless(try Self.reference("openai:m")) == isKeyless)
    }

    @Test func ifAllModelsFailTheLastFailureIsReported() async throws {
        try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(429, retryAfter: 7)) }) { standIn in
            let models = [try Self.reference("openai:a"), try Self.reference("openai:b")]
            try await TestServer.with({ settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.models = models
            }) { server in
                let answer = try await ask(server)
                #expect(answer.status == 503)
                #expect(answer.headers["Retry-After"] == "7")
                #expect(standIn.requests.count == 2)
            }
        }
    }
}
