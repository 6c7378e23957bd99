import LanguageModels
import ModelTable
import StreamingJSON
import Testing

@testable import ModelProviders

/// What is sent to models and servers that the table knows.
@Suite struct OpenAIModelRulesTests {
    private static let openAI = "https://api.openai.com/v1"

    struct Row: Sendable, CustomTestStringConvertible {
        var model: String
        var level: ContextOptions.ReasoningLevel?
        /// The effort in chat completions and in Responses.
        var effort: (chat: String?, responses: String?)
        var samples: Bool
        var baseURL = openAI
        var testDescription: String { "\(model), \(level.map { "\($0)" } ?? "no level")" }

        init(
            _ model: String,
            _ level: ContextOptions.ReasoningLevel?,
            _ effort: String?,
            responses: String?? = nil,
            samples: Bool,
            at baseURL: String = OpenAIModelRulesTests.openAI
        ) {
            (self.model, self.level, self.samples, self.baseURL) = (model, level, samples, baseURL)
            self.effort = (effort, responses ?? effort)
        }
    }

    private static func options() -> GenerationOptions {
        var options = GenerationOptions(temperature: 0.5)
        options.details.topP = 0.9
        options.details.presencePenalty = 0.25
        options.details.frequencyPenalty = -0.5
        return options
    }

    private static func request(
        _ options: GenerationOptions = GenerationOptions(),
        _ level: ContextOptions.ReasoningLevel? = nil
    ) -> LanguageModelExecutorGenerationRequest {
        LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            generationOptions: options,
            contextOptions: ContextOptions(reasoningLevel: level)
        )
    }

    @Test(arguments: [
        Row("gpt-4o", nil, nil, samples: true), Row("gpt-4.1-mini", .deep, nil, samples: true),
        Row("gpt-5.4", nil, nil, samples: true), Row("gpt-5.4", .custom("none"), "none", samples: true),
        Row("gpt-5.4", .light, "low", samples: false), Row("gpt-5.5", nil, nil, samples: false),
        Row("gpt-5.2", .custom("minimal"), "low", samples: false),
        Row("gpt-5-mini", .custom("none"), "minimal", samples: false),
        Row("gpt-5-mini", .custom("max"), "high", samples: false),
        Row("gpt-6.2-sol", nil, nil, samples: false), Row("gpt-6.2-sol", .custom("none"), "low", samples: false),
        Row("gpt-6.1-terra", nil, nil, samples: false), Row("gpt-6.1-terra", .custom("none"), "none", samples: true),
        // Chat completions refuse this effort.
        Row("gpt-6.1-terra", .custom("max"), "xhigh", responses: "max", samples: false),
        Row("gpt-9", .custom("max"), "xhigh", responses: "max", samples: false),
        // Servers with few efforts, and those of which nothing is known.
        Row("deepseek-flash", .custom("max"), "max", samples: true, at: "https://api.deepseek.com"),
        Row("deepseek-flash", .moderate, "low", samples: true, at: "https://api.deepseek.com"),
        Row("deepseek-flash", .custom("xhigh"), "high", samples: true, at: "https://api.deepseek.com/v1"),
        Row("gpt-6.2-sol", .custom("max"), "max", samples: true, at: "http://127.0.0.1:8080/v1"),
        Row("any", .custom("ultra"), "ultra", samples: true, at: "https://llm.example.com/v1"),
    ]) func effortsAndSampling(row: Row) throws {
        let request = Self.request(Self.options(), row.level)
        let parameters = GenerationParameters(request)
        let chat = OpenAIChatDialect.known(for: row.model, at: row.baseURL, in: .builtIn)
        let responses = OpenAIResponsesDialect.known(for: row.model, at: row.baseURL, in: .builtIn)
        let body = try OpenAIChatRequestEncoder(model: row.model, dialect: chat).encode(request)
        #expect(body["reasoning_effort"]?.stringValue == row.effort.chat)
        let flat = try OpenAIResponsesRequestEncoder(model: row.model, dialect: responses).encode(request)
        #expect(flat["reasoning"]?["effort"]?.stringValue == row.effort.responses)
        for name in ["temperature", "top_p"] {
            #expect((body[name] != nil) == row.samples && (flat[name] != nil) == row.samples)
        }
        #expect((body["presence_penalty"] != nil) == row.samples && (body["frequency_penalty"] != nil) == row.samples)
        for (report, effort) in [
            (chat.report(on: parameters), row.effort.chat), (responses.report(on: parameters), row.effort.responses),
        ] {
            #expect(report.ignored.contains(.temperature) != row.samples)
            #expect(report.ignored.contains(.reasoningEffort) == (row.level != nil && effort == nil))
            let isOther = row.level != nil && effort != nil && effort != row.level?.word
            #expect(report.emulated.contains(.reasoningEffort) == isOther)
        }
    }

    @Test(
        arguments: [
            ("gpt-4o", openAI, 4), ("gpt-6.1-terra", openAI, 0), ("grok-4.7", "https://api.x.ai/v1", 0),
            ("any", "http://127.0.0.1:8080/v1", nil),
        ] as [(String, String, Int?)]
    )
    func stopSequences(model: String, baseURL: String, most: Int?) throws {
        var options = GenerationOptions()
        options.details.stop = ["END"]
        let dialect = OpenAIChatDialect.known(for: model, at: baseURL, in: .builtIn)
        #expect(dialect.maximumStopSequences == most)
        let report = dialect.report(on: GenerationParameters(options))
        #expect(report.refusals.map(\.parameter) == (most == 0 ? [.stop] : []))
    }

    /// The thoughts of a model that thinks by default are asked for.
    @Test(
        arguments: [
            ("gpt-6.1-terra", openAI, true), ("gpt-5.5", openAI, true), ("gpt-5.4", openAI, false),
            ("gpt-4o", openAI, false), ("grok-4.7", "https://api.x.ai/v1", false),
        ]
    )
    func theSummaryOfThoughts(model: String, baseURL: String, isAsked: Bool) throws {
        let dialect = OpenAIResponsesDialect.known(for: model, at: baseURL, in: .builtIn)
        let body = try OpenAIResponsesRequestEncoder(model: model, dialect: dialect).encode(Self.request())
        #expect(body["reasoning"] == (isAsked ? ["summary": "auto"] : nil))
    }

    /// OpenAI's chat completions refuse tools beside thoughts.
    @Test(
        arguments: [
            ("gpt-5.6", openAI, "none"), ("gpt-6-luna", openAI, "none"), ("gpt-5.4", openAI, nil),
            ("gpt-5-mini", openAI, nil), ("gpt-4o", openAI, nil), ("gpt-5.6", "http://127.0.0.1:8080/v1", nil),
        ] as [(String, String, String?)]
    )
    func toolsInChatCompletions(model: String, baseURL: String, effort: String?) throws {
        let dialect = OpenAIChatDialect.known(for: model, at: baseURL, in: .builtIn)
        func sent(_ request: LanguageModelExecutorGenerationRequest) throws -> String? {
            try OpenAIChatRequestEncoder(model: model, dialect: dialect).encode(request)["reasoning_effort"]?
                .stringValue
        }
        var request = Self.request()
        #expect(try sent(request) == nil)
        request.enabledToolDefinitions = [.init(name: "f", description: "", parameters: .init(jsonSchema: [:]))]
        #expect(try sent(request) == effort)
    }

    @Test func mistralsDeviations() throws {
        let mistral = OpenAIChatDialect.known(
            for: "mistral-large-latest",
            at: "https://api.mistral.ai/v1",
            in: .builtIn
        )
        var options = GenerationOptions(samplingMode: .random(top: 5, seed: 7), maximumResponseTokens: 9)
        options.details.seed = 7
        let body = try OpenAIChatRequestEncoder(model: "m", dialect: mistral).encode(Self.request(options))
        #expect(body == ["model": "m", "stream": true, "messages": [], "max_tokens": 9, "random_seed": 7])
        #expect(mistral.report(on: GenerationParameters(options)).ignored == [.topK])
        #expect(mistral.callIDs == .alphanumeric(length: 9))
    }

    @Test(
        arguments: [
            ("gpt-4o", openAI, ModelFacts.Interface.chat), ("gpt-4.1-mini", "https://eu.api.openai.com/v1", .chat),
            ("gpt-5-mini", openAI, .responses), ("gpt-7.1-nova", openAI, .responses), ("aurora", openAI, .responses),
            ("gpt-7", "https://us.api.openai.com/v1", .responses), ("grok-4.7", "https://api.x.ai/v1", .responses),
            ("gpt-6.1-terra", "https://openrouter.ai/api/v1", .chat), ("gpt-7", "http://127.0.0.1:1234/v1", .chat),
        ]
    )
    func theInterfaceFollowsServerAndGeneration(model: String, baseURL: String, interface: ModelFacts.Interface) {
        #expect(OpenAIInterface.serving(model: model, at: baseURL, in: .builtIn) == interface)
    }

    // MARK: Cache keys

    private static func key(
        _ metadata: [String: String],
        instructions: String = "Be brief.",
        tools: [String] = ["f", "g"],
        at baseURL: String = openAI
    ) throws -> [String?] {
        let tools = tools.map {
            Transcript.ToolDefinition(name: $0, description: "", parameters: .init(jsonSchema: [:]))
        }
        let segments: [Transcript.Segment] = [.text(.init(content: instructions))]
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(entries: [.instructions(.init(segments: segments, toolDefinitions: []))]),
            enabledTools: tools,
            metadata: metadata
        )
        let chat = OpenAIChatDialect.known(for: "m", at: baseURL, in: .builtIn)
        let responses = OpenAIResponsesDialect.known(for: "m", at: baseURL, in: .builtIn)
        return [
            try OpenAIChatRequestEncoder(model: "m", dialect: chat).encode(request)["prompt_cache_key"]?.stringValue,
            try OpenAIResponsesRequestEncoder(model: "m", dialect: responses).encode(request)["prompt_cache_key"]?
                .stringValue,
        ]
    }

    @Test func aCacheKeyIsOneForAConversation() throws {
        let one = try Self.key(["client": "c1", "conversation": "v1", "now": "1"])
        #expect(try one == Self.key(["client": "c1", "conversation": "v1", "now": "2"], instructions: "Be long."))
        #expect(one[0] == one[1] && one[0]?.contains("c1") == false)
        #expect(one[0].map { $0.utf8.count <= 64 } == true)
        // Each of these is another prefix, or another client's.
        let others = [
            try Self.key(["client": "c1", "conversation": "v2"]), try Self.key(["client": "c2", "conversation": "v1"]),
            try Self.key(["client": "c1"]), try Self.key(["client": "c1"], instructions: "Be long."),
            try Self.key(["client": "c1"], tools: ["f"]), try Self.key([:]),
        ]
        #expect(Set((others + [one]).map { $0[0] }).count == others.count + 1)
        #expect(try Self.key(["client": "c1"]) == Self.key(["client": "c1", "now": "3"]))
    }

    @Test func aServerWithoutCacheKeysGetsNone() throws {
        #expect(try Self.key([:], at: "http://127.0.0.1:8080/v1") == [nil, nil])
        let grok = try Self.key(["client": "c1", "conversation": "v1"], at: "https://api.x.ai/v1")
        #expect(grok[0] == nil && grok[1] != nil)
    }

    /// Other servers may refuse the member.
    @Test(arguments: [(openAI, true), ("https://api.x.ai/v1", false), ("http://127.0.0.1:8080/v1", false)])
    func aUserIsNamedToOpenAIOnly(baseURL: String, isNamed: Bool) throws {
        let chat = OpenAIChatDialect.known(for: "m", at: baseURL, in: .builtIn)
        let responses = OpenAIResponsesDialect.known(for: "m", at: baseURL, in: .builtIn)
        for metadata in [["safety_identifier": "0f"], [:]] {
            let request = LanguageModelExecutorGenerationRequest(
                transcript: Transcript(entries: []),
                enabledTools: [],
                metadata: metadata
            )
            let wanted = isNamed ? metadata["safety_identifier"].map(JSONValue.string) : nil
            let inChat = try OpenAIChatRequestEncoder(model: "m", dialect: chat).encode(request)
            let inResponses = try OpenAIResponsesRequestEncoder(model: "m", dialect: responses).encode(request)
            #expect(inChat["safety_identifier"] == wanted && inResponses["safety_identifier"] == wanted)
        }
    }

    // MARK: JSON mode

    @Test(
        arguments: [
            (.openAI, true), (.compatible, true), (.llamaCPP, false), (.vLLM, false),
        ] as [(OpenAIChatDialect, Bool)]
    )
    func jsonModeIsSent(dialect: OpenAIChatDialect, besideTools: Bool) throws {
        var options = GenerationOptions()
        options.details.wantsJSONObject = true
        var request = Self.request(options)
        let format: JSONValue = ["type": "json_object"]
        #expect(try OpenAIChatRequestEncoder(model: "m", dialect: dialect).encode(request)["response_format"] == format)
        #expect(try OpenAIResponsesRequestEncoder(model: "m").encode(request)["text"] == ["format": format])
        request.enabledToolDefinitions = [
            .init(name: "f", description: "", parameters: .init(jsonSchema: ["type": "object"]))
        ]
        let body = try OpenAIChatRequestEncoder(model: "m", dialect: dialect).encode(request)
        #expect((body["response_format"] != nil) == besideTools)
        request.generationOptions = GenerationOptions()
        #expect(try OpenAIChatRequestEncoder(model: "m", dialect: dialect).encode(request)["response_format"] == nil)
        #expect(try OpenAIResponsesRequestEncoder(model: "m").encode(request)["text"] == nil)
    }

    @Test func jsonModeIsStored() {
        var options = GenerationOptions()
        options.details.wantsJSONObject = true
        let prompt = Transcript.Entry.prompt(.init(segments: [], options: options))
        #expect((try? Transcript.Entry(jsonValue: prompt.jsonValue)) == prompt)
    }
}
