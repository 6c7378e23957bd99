import KeyLeasing
import LanguageModels
import ModelTable
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import ModelProviders

/// The token counts that a provider offers.
@Suite(.timeLimit(.minutes(1))) struct TokenCountingTests {
    private static let tool = Transcript.ToolDefinition(
        name: "find it",
        description: "Finds things",
        parameters: .init(jsonSchema: ["type": "object", "properties": ["q": ["type": "string"]], "required": ["q"]])
    )

    private let request = LanguageModelExecutorGenerationRequest(
        transcript: Transcript(entries: [
            .instructions(.init(segments: [.text(.init(content: "Be brief."))], toolDefinitions: [Self.tool])),
            .prompt(.init(segments: [.text(.init(content: "昨日?"))])),
        ]),
        enabledTools: [Self.tool],
        generationOptions: GenerationOptions(maximumResponseTokens: 5)
    )

    /// The dialects whose interface has a counter, with its path.
    @Test(
        arguments: [
            (.anthropic, "/v1/messages/count_tokens"), (.gemini, "/v1beta/models/stand-in:countTokens"),
        ] as [(Dialect, String)]
    )
    func theProviderCountsWhatItWouldReceive(dialect: Dialect, path: String) async throws {
        let keys = ReportedKeys(["sk-test-dead-key-00", Dialect.key])
        try await dialect.with(keys: keys.source, script: { _ in .text("no") }) { model, standIn in
            let counter = try #require(model as? any TokenCounting)
            let count = try await counter.tokenCount(of: request)
            let sent = try #require(standIn.requests.last)
            #expect(sent.path == path)
            #expect(count == sent.countedTokens)
            for text in ["昨日?", "Be brief.", "find_it", "Finds things"] { #expect(sent.bodyText.contains(text)) }
            #expect(keys.told == ["sk-test-dead-key-00: refused", "\(Dialect.key): accepted"])
        }
    }

    /// The interfaces without a counter at the stand-in's address.
    @Test(arguments: [Dialect.chat, .responses, .ollama])
    func withoutACounterNothingIsSent(dialect: Dialect) async throws {
        try await dialect.with(script: { _ in .text("no") }) { model, standIn in
            let counter = try #require(model as? any TokenCounting)
            #expect(try await counter.tokenCount(of: request) == nil)
            #expect(standIn.requests.isEmpty)
        }
    }

    @Test func aFailureIsAnError() async throws {
        try await Dialect.anthropic.with(script: { _ in .text("no") }) { model, _ in
            let counter = try #require(model as? any TokenCounting)
            let empty = LanguageModelExecutorGenerationRequest(transcript: Transcript())
            let error = await #expect(throws: ModelProviderError.self) { try await counter.tokenCount(of: empty) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func aRouterAsksItsFirstModel() async throws {
        try await Dialect.gemini.with(script: { _ in .text("no") }) { model, standIn in
            func router(_ first: some LanguageModel) -> RouterLanguageModel {
                RouterLanguageModel(RoutedModel("a", first), [RoutedModel("b", first)])
            }
            let count = try await router(model).tokenCount(of: request)
            #expect(count == standIn.requests.last?.countedTokens)
            #expect(standIn.requests.count == 1)
        }
    }

    /// OpenAI's counter is asked only at OpenAI's address.
    @Test(
        arguments: [
            ("https://api.openai.com/v1", "https://api.openai.com/v1/responses/input_tokens"),
            ("https://api.openai.com/v1/", "https://api.openai.com/v1/responses/input_tokens"),
            ("https://eu.api.openai.com/v1", "https://eu.api.openai.com/v1/responses/input_tokens"),
            ("https://api.openai.com.example/v1", nil), ("http://127.0.0.1:8080/v1", nil),
        ] as [(String, String?)]
    )
    func openAIsCounter(baseURL: String, url: String?) throws {
        let chat = try OpenAIChatDialect.known(for: "gpt-4o", at: baseURL, in: .builtIn)
            .tokenCountRequest(of: request, for: "gpt-4o", at: baseURL)
        let responses = try OpenAIResponsesDialect.known(for: "gpt-4o", at: baseURL, in: .builtIn)
            .tokenCountRequest(of: request, for: "gpt-4o", at: baseURL)
        #expect(chat == responses)
        #expect(chat?.url == url)
        guard let body = chat?.body.objectValue else { return }
        #expect(body.map(\.key) == ["model", "instructions", "input", "tools"])
    }

    /// A reply, and its count.
    @Test(
        arguments: [
            (#"{"input_tokens":12}"#, 12), (#"{"input_tokens":0}"#, 0), (#"{"input_tokens":-1}"#, nil),
            (#"{"input_tokens":"12"}"#, nil), (#"{"input_tokens":1e30}"#, nil), ("{}", nil), ("[]", nil), ("", nil),
            ("<html>", nil),
        ] as [(String, Int?)]
    )
    func replies(text: String, count: Int?) {
        let request = TokenCountRequest(url: "", body: .null, member: "input_tokens")
        #expect(request.count(in: Array(text.utf8)) == count)
    }
}
