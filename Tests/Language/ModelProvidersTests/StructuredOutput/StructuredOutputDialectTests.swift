import LanguageModels
import ModelProviders
import StandIns
import StreamingJSON
import Testing
import Transport

/// Structured answers in each dialect, by a rung below the native one.
@Suite(.timeLimit(.minutes(1))) struct StructuredOutputDialectTests {
    private struct Search: Tool {
        let name = "search"
        let description = "Looks people up"
        let parameters = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["name": ["type": "string"]], "required": ["name"],
        ])

        func call(arguments: GeneratedContent) async throws -> String { "Ada is 36." }
    }

    private static let answer = StructuredOutputTests.answer
    private static let search = ScriptedToolCall("search", arguments: #"{"name":"Ada"}"#)

    /// Looks Ada up, then answers: by the answer's tool if it is offered, else as text.
    private static let searchesFirst: OpenAIStandIn.Script = { request in
        if request.toolOutputs.isEmpty, request.toolNames.contains("search") {
            return .init([.token("I look."), .toolCalls([search], interleaved: false)])
        }
        guard request.toolNames.contains("final_answer") else { return .text(answer) }
        return .toolCalls([.init("final_answer", arguments: answer)])
    }

    private func check(
        _ model: some LanguageModel,
        tools: [any Tool] = [],
        report: StructuredOutputReport,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let session = LanguageModelSession(model: model, tools: tools)
        let turn = try await session.turn(Prompt("Who?"), schema: StructuredOutputTests.schema) { _ in }
        #expect(StructuredOutputReport(turn.response) == report, sourceLocation: sourceLocation)
        #expect(turn.response.segments.count == 1, sourceLocation: sourceLocation)
        guard case .structure(let segment)? = turn.response.segments.first else {
            Issue.record("The answer is not structured.", sourceLocation: sourceLocation)
            return
        }
        #expect(segment.content.jsonString == Self.answer, sourceLocation: sourceLocation)
        // The answer's tool does not appear in the session.
        let calls = session.transcript.flatMap { entry -> [String] in
            if case .toolCalls(let calls) = entry { calls.map(\.toolName) } else { [] }
        }
        #expect(calls == tools.map(\.name), sourceLocation: sourceLocation)
        print(
            "\(type(of: model)), \(tools.isEmpty ? "no tools" : "tools"): \(report.rung), repaired: \(report.isRepaired)"
        )
    }

    private func bodies(_ standIn: some StandIn) throws -> [JSONValue] {
        try standIn.requests.map { try JSONValue(parsing: $0.body) }
    }

    @Test func chatKeepsToItsSchemaBesideTools() async throws {
        try await OpenAIStandIn.with(script: Self.searchesFirst) { server in
            let model = OpenAIChatLanguageModel("m", baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
            try await check(model, tools: [Search()], report: .init(rung: .strict))
            #expect(try bodies(server).allSatisfy { $0["response_format"] != nil && $0["tool_choice"] == nil })
        }
    }

    @Test func aGrammarLeavesNoRoomForCalls() async throws {
        try await OpenAIStandIn.with(script: Self.searchesFirst) { server in
            var model = OpenAIChatLanguageModel("m", baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
            model.dialect = .llamaCPP
            try await check(model, tools: [Search()], report: .init(rung: .tool))
            try await check(model, report: .init(rung: .strict))
            let bodies = try bodies(server)
            #expect(bodies.map { $0["json_schema"] != nil } == [false, false, true])
            #expect(bodies.map { $0["tool_choice"] } == ["required", "required", nil])
        }
    }

    @Test func anthropicIsMadeToCall() async throws {
        try await AnthropicStandIn.with(script: Self.searchesFirst) { server in
            let model = AnthropicLanguageModel(
                "claude-3-5-haiku",
                baseURL: server.baseURL,
                client: HTTPClient(),
                keys: { nil }
            )
            try await check(model, report: .init(rung: .tool))
            try await check(model, tools: [Search()], report: .init(rung: .tool))
            for body in try bodies(server) {
                #expect(body["output_config"] == nil)
                #expect(body["tool_choice"] == ["type": "any"])
                #expect(body["tools"]?.arrayValue?.last?["input_schema"]?["title"] == "Person")
            }
        }
    }

    @Test func responsesThatIgnoreTheFormat() async throws {
        // The behavior of llama.cpp's server in this dialect.
        let script: OpenAIStandIn.Script = { request in
            guard request.toolNames.contains("final_answer") else { return .text("Ada, I think.") }
            return .toolCalls([.init("final_answer", arguments: Self.answer)])
        }
        try await OpenAIResponsesStandIn.with(script: script) { server in
            let model = OpenAIResponsesLanguageModel("m", baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
            try await check(model, report: .init(rung: .tool, isRepaired: true))
            try await check(model, report: .init(rung: .tool))
            let bodies = try bodies(server)
            #expect(bodies.map { $0["text"] != nil } == [true, false, false])
            #expect(bodies.map { $0["tool_choice"] } == [nil, "required", "required"])
        }
    }

    @Test(arguments: ["gemini-2.5-flash", "gemini-3.1-pro"]) func geminiBesideTools(name: String) async throws {
        let isNative = name.hasPrefix("gemini-3")
        try await GeminiStandIn.with(script: Self.searchesFirst) { server in
            let model = GeminiLanguageModel(name, baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
            // The interface does not know `minLength`.
            try await check(model, tools: [Search()], report: .init(rung: isNative ? .described : .tool))
            for body in try bodies(server) {
                #expect((body["generationConfig"]?["responseJsonSchema"] != nil) == isNative)
                #expect((body["toolConfig"]?["functionCallingConfig"]?["mode"] == "ANY") == !isNative)
            }
        }
    }

    @Test func ollamaOffersTheAnswerAsATool() async throws {
        try await OllamaStandIn.with(script: Self.searchesFirst) { server in
            let model = OllamaLanguageModel("m", baseURL: server.baseURL, client: HTTPClient())
            try await check(model, tools: [Search()], report: .init(rung: .tool))
            #expect(try bodies(server).allSatisfy { $0["format"] == nil })
        }
    }

    @Test func ollamaIsHeldToTheSchemaInTheRepair() async throws {
        // A model that has called its tools and then answers with text.
        let script: OpenAIStandIn.Script = { request in
            if request.lastUserText.contains("does not satisfy") { return .text(Self.answer) }
            return request.toolOutputs.isEmpty ? .toolCalls([Self.search]) : .text("She is 36.")
        }
        try await OllamaStandIn.with(script: script) { server in
            let model = OllamaLanguageModel("m", baseURL: server.baseURL, client: HTTPClient())
            try await check(model, tools: [Search()], report: .init(rung: .strict, isRepaired: true))
            #expect(try bodies(server).map { $0["format"] != nil } == [false, false, true])
            #expect(try bodies(server).map { $0["tools"] != nil } == [true, true, false])
        }
    }

    @Test func aModelWithoutToolsReportsIt() async throws {
        try await OllamaStandIn.with(abilities: [], script: { _ in .text(Self.answer) }) { server in
            let model = OllamaLanguageModel("m", baseURL: server.baseURL, client: HTTPClient())
            try await check(model, report: .init(rung: .strict))
            await #expect(throws: LanguageModelError.self) {
                try await check(model, tools: [Search()], report: .init(rung: .tool))
            }
            #expect(server.requests.count == 2)
        }
    }
}
