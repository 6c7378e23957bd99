import FoundationEssentials
import KeyVault
import LanguageModels
import ModelProviders
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

/// The same scenario through every dialect, each against a server that speaks its wire format.
@Suite(.timeLimit(.minutes(1))) struct DialectScenarioTests {
    enum Dialect: String, CaseIterable, Sendable { case chat, responses, anthropic, gemini, ollama }

    private static let key = "sk-test-0123456789"

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

    /// Runs `body` with a model of the dialect and the stand-in behind it.
    private func with(
        _ dialect: Dialect,
        script: @escaping OpenAIStandIn.Script,
        _ body: (any LanguageModel, any StandIn) async throws -> Void
    ) async throws {
        let keys: KeySource = { KeyLease(keyID: "key-1", secret: SecretString(Self.key)) }
        let client = HTTPClient()
        switch dialect {
        case .chat:
            try await OpenAIStandIn.with(keys: [Self.key], script: script) {
                try await body(
                    OpenAIChatLanguageModel("stand-in", baseURL: $0.baseURL, client: client, keys: keys),
                    $0
                )
            }
        case .responses:
            try await OpenAIResponsesStandIn.with(keys: [Self.key], script: script) {
                try await body(
                    OpenAIResponsesLanguageModel("stand-in", baseURL: $0.baseURL, client: client, keys: keys),
                    $0
                )
            }
        case .anthropic:
            try await AnthropicStandIn.with(keys: [Self.key], script: script) {
                try await body(
                    AnthropicLanguageModel("stand-in", baseURL: $0.baseURL, client: client, keys: keys),
                    $0
                )
            }
        case .gemini:
            try await GeminiStandIn.with(keys: [Self.key], script: script) {
                try await body(
                    GeminiLanguageModel("stand-in", baseURL: $0.baseURL, client: client, keys: keys),
                    $0
                )
            }
        case .ollama:
            try await OllamaStandIn.with(keys: [Self.key], script: script) {
                try await body(
                    OllamaLanguageModel("stand-in", baseURL: $0.baseURL, client: client, keys: keys),
                    $0
                )
            }
        }
    }

    /// Two rounds of parallel calls, then an answer made of their outputs.
    private static let twoRounds: OpenAIStandIn.Script = { request in
        func calls(_ cities: String...) -> [ScriptedToolCall] {
            cities.map { .init("get_weather", arguments: #"{"city":"\#($0)"}"#) }
        }
        return switch request.toolOutputs.count {
        case 0: .init([.token("I'll"), .token(" look."), .toolCalls(calls("東京", "Oslo"), interleaved: true)])
        case 2: .toolCalls(calls("Lima", "Bergen", "Riga"))
        default: .text(request.toolOutputs.map(\.text).joined(separator: "; "))
        }
    }

    /// A transcript without what is anybody's own: the ids.
    private static func bare(_ transcript: Transcript) -> [String] {
        transcript.map { entry in
            switch entry {
            case .instructions(let entry): "instructions \(entry.segments.text)"
            case .prompt(let entry): "prompt \(entry.segments.text)"
            case .reasoning(let entry): "reasoning \(entry.segments.text)"
            case .response(let entry): "response \(entry.segments.text) \(words(entry.metadata))"
            case .toolCalls(let calls):
                calls.map { "call \($0.toolName) \($0.arguments.jsonString) \(words($0.metadata))" }
                    .joined(separator: "\n")
            case .toolOutput(let output): "output \(output.toolName) \(output.segments.text)"
            }
        }
    }

    private static func words(_ metadata: [String: GeneratedContent]) -> String {
        metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.jsonString)" }.joined(separator: ",")
    }

    @Test(arguments: Dialect.allCases) func twoRoundsOfParallelTools(dialect: Dialect) async throws {
        try await with(dialect, script: Self.twoRounds) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Weather()], instructions: "You are a helper.")
            let turn = try await session.turn(Prompt("Weather?")) { _ in }
            func call(_ city: String) -> String { #"call get_weather {"city":"\#(city)"} "# }
            func output(_ city: String) -> String { "output get_weather 12.4 °C in \(city)" }
            let all = "12.4 °C in 東京; 12.4 °C in Oslo; 12.4 °C in Lima; 12.4 °C in Bergen; 12.4 °C in Riga"
            let model = #"model="stand-in""#
            #expect(
                Self.bare(session.transcript) == [
                    "instructions You are a helper.", "prompt Weather?",
                    #"response I'll look. finish_reason="tool_calls",\#(model)"#,
                    call("東京") + "\n" + call("Oslo"), output("東京"), output("Oslo"),
                    call("Lima") + "\n" + call("Bergen") + "\n" + call("Riga"), output("Lima"), output("Bergen"),
                    output("Riga"), #"response \#(all) finish_reason="stop",\#(model)"#,
                ]
            )
            #expect(turn.usage.input.totalTokenCount == 53 + 120 + 53)
            #expect(standIn.requests.count == 3)
        }
    }

    @Test(arguments: [Dialect.responses, .anthropic])
    func thoughtsComeBackAsTheyWere(dialect: Dialect) async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("12.4 °C.") }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("I had better look.", seal: "c2VhbA=="), .toolCalls([call], interleaved: false)])
        }
        try await with(dialect, script: script) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Weather()])
            _ = try await session.respond(to: "Weather?")
            // As it is after a restart: from the stored form.
            let stored = try JSONDecoder().decode(
                Transcript.self,
                from: JSONEncoder().encode(session.transcript)
            )
            let later = LanguageModelSession(model: model, tools: [Weather()], transcript: stored)
            _ = try await later.respond(to: "Still?")
            #expect(standIn.requests.count == 4)
            for request in standIn.requests.dropFirst() {
                let body = try JSONValue(parsing: request.body)
                let blocks = body["input"]?.arrayValue ?? body["messages"]?[1]?["content"]?.arrayValue ?? []
                let thought = try #require(
                    blocks.first { ["thinking", "reasoning"].contains($0["type"]?.stringValue) }
                )
                #expect((thought["signature"] ?? thought["encrypted_content"]) == "c2VhbA==")
                #expect((thought["thinking"] ?? thought["summary"]?[0]?["text"]) == "I had better look.")
            }
        }
    }

    @Test(arguments: Dialect.allCases) func aStoryGoesOnInAnyDialect(dialect: Dialect) async throws {
        // Begun with Anthropic, thoughts and calls and all.
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("12.4 °C.") }
            let call = ScriptedToolCall("get_weather", arguments: #"{"city":"Oslo"}"#)
            return .init([.thought("Hm.", seal: "c2VhbA=="), .toolCalls([call], interleaved: false)])
        }
        try await with(.anthropic, script: script) { model, _ in
            let session = LanguageModelSession(model: model, tools: [Weather()])
            _ = try await session.respond(to: "Weather?")
            let transcript = session.transcript
            try await with(dialect, script: { _ in .text("Yes.") }) { model, _ in
                let later = LanguageModelSession(model: model, tools: [Weather()], transcript: transcript)
                let answer = try await later.respond(to: "Still?")
                #expect(answer.content == "Yes.")
            }
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reply: @Sendable (Dialect) -> ScriptedReply
        var outcome: String
        /// The dialects that can say it.
        var dialects = Dialect.allCases
    }

    private static func failure(_ status: Int, of dialect: Dialect) -> ScriptedReply {
        switch dialect {
        case .chat, .responses: .failure(OpenAIStandIn.failure(status))
        case .anthropic: .failure(AnthropicStandIn.failure(status))
        case .gemini: .failure(GeminiStandIn.failure(status))
        case .ollama: .failure(OllamaStandIn.failure(status))
        }
    }

    private static func withoutCredit(_ dialect: Dialect) -> ScriptedReply {
        switch dialect {
        case .chat, .responses: .failure(OpenAIStandIn.outOfQuota)
        case .anthropic: .failure(AnthropicStandIn.overSpendLimit)
        case .gemini: .failure(GeminiStandIn.billingDisabled)
        case .ollama: .failure(OllamaStandIn.failure(402))
        }
    }

    static let faults: [Fault] = [
        Fault(testDescription: "401", reply: { failure(401, of: $0) }, outcome: "unauthorized refused"),
        Fault(testDescription: "404", reply: { failure(404, of: $0) }, outcome: "modelNotFound"),
        Fault(testDescription: "429", reply: { failure(429, of: $0) }, outcome: "rate limited"),
        Fault(
            testDescription: "no credit",
            reply: withoutCredit,
            outcome: "outOfCredit outOfCredit"
        ),
        Fault(testDescription: "500", reply: { failure(500, of: $0) }, outcome: "upstreamFault"),
        Fault(testDescription: "529", reply: { failure(529, of: $0) }, outcome: "upstreamFault"),
        Fault(
            testDescription: "error in the stream",
            reply: { _ in .text("It is", thenError: "Sorry!") },
            outcome: "upstreamFault"
        ),
        Fault(
            testDescription: "stream without an end",
            reply: { _ in .failure(.eventStream([])) },
            outcome: "truncatedStream"
        ),
        Fault(testDescription: "page", reply: { _ in .failure(.html(status: 200)) }, outcome: "notUnderstood"),
        Fault(
            testDescription: "refusal",
            reply: { _ in .init([.refusal("I can"), .refusal("not.")]) },
            outcome: "refusal: I cannot.",
            dialects: [.chat, .responses, .anthropic]
        ),
    ]

    @Test(arguments: faults.flatMap { fault in fault.dialects.map { (fault, $0) } }) func faultsAreErrorsAndShowNothing(
        fault: Fault,
        dialect: Dialect
    ) async throws {
        try await with(dialect, script: { _ in fault.reply(dialect) }) { model, _ in
            let session = LanguageModelSession(model: model)
            let outcome: String
            var message = ""
            do {
                _ = try await session.respond(to: "Well?")
                outcome = "an answer"
            } catch let error as ModelProviderError {
                outcome = [error.code.description, Self.word(error.keyFault)].compactMap { $0 }.joined(separator: " ")
                message = error.message
            } catch LanguageModelError.rateLimited(let limit) {
                outcome = "rate limited"
                message = limit.debugDescription
            } catch LanguageModelError.refusal(let refusal) {
                outcome = "refusal: \(refusal.explanationText)"
            }
            #expect(outcome == fault.outcome)
            for hidden in ["sk-", "0123456789", "Sorry", "stand-in proxy", "organization"] {
                #expect(!message.contains(hidden))
            }
            #expect(session.transcript.isEmpty)
        }
    }

    private static func word(_ fault: KeyFault?) -> String? {
        switch fault {
        case nil: nil
        case .refused: "refused"
        case .outOfCredit: "outOfCredit"
        case .limited: "limited"
        }
    }

    @Test func anAnswerInOnePieceIsUnderstood() async throws {
        let rows: [(Dialect, String)] = [
            (.chat, "openai_chat.json"), (.responses, "openai_responses.json"), (.anthropic, "anthropic_messages.json"),
            (.gemini, "gemini_generate.json"),
        ]
        for (dialect, fixture) in rows {
            let whole = try JSONValue(parsing: Fixture(fixture).bytes)
            try await with(dialect, script: { _ in .failure(.json(whole)) }) { model, _ in
                let answer = try await LanguageModelSession(model: model).respond(to: "Well?")
                #expect(answer.content == "It is 12.4°C in 東京.")
            }
        }
    }
}
