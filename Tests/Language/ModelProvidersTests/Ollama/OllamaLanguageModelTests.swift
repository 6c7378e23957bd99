import KeyLeasing
import LanguageModels
import ModelProviders
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

/// The model behind a session, against a server that speaks the real wire format.
@Suite(.timeLimit(.minutes(1))) struct OllamaLanguageModelTests {
    private struct Weather: Tool {
        let name = "get_weather"
        let description = "Current weather"
        let parameters = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        ])

        func call(arguments: GeneratedContent) async throws -> String {
            "12.4 °C in \(try arguments.value(String.self, forProperty: "city"))"
        }
    }

    private func model(_ server: OllamaStandIn, _ name: String = "stand-in") -> OllamaLanguageModel {
        OllamaLanguageModel(name, baseURL: server.baseURL, client: HTTPClient())
    }

    @Test func textStreamsAsItArrives() async throws {
        try await OllamaStandIn.with(script: { _ in .text("It is 12.4 °C in 東京.") }) { server in
            let session = LanguageModelSession(model: model(server))
            var deltas: [String] = []
            let turn = try await session.turn(Prompt("Weather?")) { event in
                if case .textDelta(let text) = event { deltas.append(text) }
            }
            #expect(turn.response.segments.text == "It is 12.4 °C in 東京.")
            #expect(deltas.joined() == "It is 12.4 °C in 東京.")
            #expect(turn.usage.input.totalTokenCount == 53)
            #expect(turn.usage.output.totalTokenCount == ScriptedReply.text("It is 12.4 °C in 東京.").usage.completion)
            #expect(turn.response.metadata["finish_reason"] == GeneratedContent("stop"))
            let request = try #require(server.requests.first)
            #expect(request.path == "/api/chat")
            #expect(request.header("Authorization") == nil)
            #expect(request.header("Content-Type") == "application/json")
        }
    }

    @Test func thoughtsGoBackWithinATurn() async throws {
        let script: OllamaStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("12.4 °C.") }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("I had better look.", seal: ""), .toolCalls([call], interleaved: false)])
        }
        try await OllamaStandIn.with(script: script) { server in
            let session = LanguageModelSession(model: model(server, "qwen3:4b"), tools: [Weather()])
            let answer = try await session.respond(to: "Weather?")
            #expect(answer.content == "12.4 °C.")
            let body = try JSONValue(parsing: #require(server.requests.last).body)
            #expect(body["messages"]?[1]?["thinking"] == "I had better look.")
        }
    }

    @Test(
        arguments: [("glm-9", OllamaStandIn.Ability.allCases, "max"), ("qwen3:4b", [.tools], nil)]
            as [(String, [OllamaStandIn.Ability], JSONValue?)]
    )
    func aServerTellsWhetherItsModelThinks(
        name: String,
        abilities: [OllamaStandIn.Ability],
        think: JSONValue?
    ) async throws {
        try await OllamaStandIn.with(abilities: Set(abilities), script: { _ in .text("Yes.") }) { server in
            for _ in 0..<2 {
                let session = LanguageModelSession(model: model(server, name))
                let context = ContextOptions(reasoningLevel: .custom("xhigh"))
                let answer = try await session.respond(to: "Well?", contextOptions: context)
                #expect(answer.content == "Yes.")
            }
            // It is asked once.
            #expect(server.requests.map(\.path) == ["/api/show", "/api/chat", "/api/chat"])
            for request in server.requests.dropFirst() {
                #expect(try JSONValue(parsing: request.body)["think"] == think)
            }
            // A model that is made later shows all that its server reported.
            #expect(model(server, name).capabilities.contains(.toolCalling))
            #expect(model(server, name).capabilities.contains(.vision) == abilities.contains(.vision))
            #expect(model(server, name).capabilities.contains(.reasoning) == abilities.contains(.thinking))
        }
    }

    /// A model that was pulled again may have other abilities.
    @Test func aServerIsAskedAgainAfterItLostTheModel() async throws {
        try await OllamaStandIn.with(script: { _ in .text("Yes.") }) { server in
            func ask() async throws {
                let context = ContextOptions(reasoningLevel: .light)
                _ = try await LanguageModelSession(model: model(server)).respond(to: "Well?", contextOptions: context)
            }
            try await ask()
            server.server.misbehave(.answer(OllamaStandIn.failure(404)))
            await #expect(throws: ModelProviderError.self) { try await ask() }
            try await ask()
            #expect(server.requests.map(\.path) == ["/api/show", "/api/chat", "/api/chat", "/api/show", "/api/chat"])
        }
    }

    @Test func abilitiesAreLearnedBeforeTheFirstTurn() async throws {
        try await OllamaStandIn.with(abilities: [.vision], script: { _ in .text("Yes.") }) { server in
            #expect(model(server).capabilities == model(server, "llama3.2").capabilities)
            await OllamaDialect.learn(about: model(server))
            let capabilities = model(server).capabilities
            #expect(capabilities.contains(.vision))
            #expect(!capabilities.contains(.toolCalling))
        }
    }

    @Test(arguments: [
        (OllamaStandIn.failure(500), 2), (StandInReply.json(["details": [:]]), 1),
        // A model that is not there yet, and a server that only imitates the interface.
        (OllamaStandIn.failure(404), 2), (StandInReply.text("404 page not found", status: 404), 1),
    ])
    func aServerThatTellsNothingIsAskedAsTheTableSays(reply: StandInReply, questions: Int) async throws {
        try await OllamaStandIn.with(script: { _ in .text("Yes.") }) { server in
            server.server.misbehave(.answer(reply), times: nil) { $0.path == "/api/show" }
            for _ in 0..<2 {
                let context = ContextOptions(reasoningLevel: .light)
                let session = LanguageModelSession(model: model(server, "qwen3:4b"))
                let answer = try await session.respond(to: "Well?", contextOptions: context)
                #expect(answer.content == "Yes.")
            }
            let body = try JSONValue(parsing: #require(server.requests.last).body)
            #expect(body["think"] == "low")
            // Only a server that failed is asked again.
            #expect(server.requests.count { $0.path == "/api/show" } == questions)
        }
    }

    @Test func failuresBecomeErrors() async throws {
        try await OllamaStandIn.with(abilities: [], script: { _ in .text("no") }) { server in
            let host = "127.0.0.1:\(server.server.port)"
            let unknown = await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model(server, "stand-in-unknown")).respond(to: "Well?")
            }
            #expect(
                unknown?.message
                    == "\(host) does not have the model (404). Get it with `ollama pull stand-in-unknown`."
            )
            let session = LanguageModelSession(model: model(server), tools: [Weather()])
            do {
                try await session.respond(to: "Well?")
                Issue.record("There was an answer.")
            } catch LanguageModelError.unsupportedCapability(let payload) {
                #expect(payload.capability == .toolCalling)
                #expect(payload.debugDescription == "The model stand-in cannot call tools.")
            }
        }
    }

    @Test func aConversationThatIsTooLongIsNotShortened() async throws {
        let script: OllamaStandIn.Script = { _ in .failure(OllamaStandIn.promptTooLong(8889, contextSize: 4096)) }
        try await OllamaStandIn.with(script: script) { server in
            do {
                try await LanguageModelSession(model: model(server)).respond(to: "Well?")
                Issue.record("There was an answer.")
            } catch LanguageModelError.contextSizeExceeded(let payload) {
                #expect(payload.contextSize == 4096)
                #expect(payload.tokenCount == 8889)
            }
            let body = try JSONValue(parsing: #require(server.requests.first).body)
            #expect(body["truncate"] == false)
        }
    }

    @Test func aStructuredAnswer() async throws {
        try await OllamaStandIn.with(script: { _ in .text(#"{"city":"Oslo"}"#) }) { server in
            let schema = GenerationSchema(jsonSchema: [
                "title": "Place", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
            ])
            let session = LanguageModelSession(model: model(server))
            let turn = try await session.turn(Prompt("Where?"), schema: schema) { _ in }
            guard case .structure(let segment) = turn.response.segments.first else {
                Issue.record("The answer is not structured.")
                return
            }
            #expect(try segment.content.value(String.self, forProperty: "city") == "Oslo")
        }
    }

    @Test func anAnswerInOnePieceIsUnderstood() async throws {
        let whole = try JSONValue(parsing: Fixture("ollama_chat.json").bytes)
        try await OllamaStandIn.with(script: { _ in .failure(.json(whole)) }) { server in
            let answer = try await LanguageModelSession(model: model(server)).respond(to: "Well?")
            #expect(answer.content == #"{"city":"東京"}"#)
        }
    }

    @Test func aKeyForAProxyIsSent() async throws {
        try await OllamaStandIn.with(keys: ["ol-1"], script: { _ in .text("Yes.") }) { server in
            let lease = KeyLease(keyID: "key-1", secret: SecretString("ol-1"))
            let model = OllamaLanguageModel("m", baseURL: server.baseURL, client: HTTPClient(), keys: { lease })
            let answer = try await LanguageModelSession(model: model).respond(to: "Well?")
            #expect(answer.content == "Yes.")
        }
    }
}
