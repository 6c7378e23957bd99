import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

/// A wire format, with the model for which requests are written.
enum Wire: Sendable, CustomTestStringConvertible {
    case openAI, compatible, responses
    case anthropic(String)
    case gemini(String)
    case ollama(String)

    /// An Anthropic model that samples and thinks by a budget, and one that does neither freely.
    static let olderClaude = Wire.anthropic("claude-3-7-sonnet-latest")
    static let newestClaude = Wire.anthropic("claude-opus-5-5")

    var testDescription: String {
        switch self {
        case .openAI: "openAI"
        case .compatible: "compatible"
        case .responses: "responses"
        case .anthropic(let model), .gemini(let model), .ollama(let model): model
        }
    }

    var table: any ParameterTable {
        switch self {
        case .openAI: OpenAIChatDialect.openAI
        case .compatible: OpenAIChatDialect.compatible
        case .responses: OpenAIResponsesDialect()
        case .anthropic(let model): AnthropicDialect.known(for: model, version: "2023-06-01")
        case .gemini(let model): GeminiDialect.known(for: model)
        case .ollama(let model): OllamaDialect.known(for: model)
        }
    }

    func body(_ request: LanguageModelExecutorGenerationRequest) throws -> JSONValue {
        switch self {
        case .openAI: try OpenAIChatRequestEncoder(model: "m", dialect: .openAI).encode(request)
        case .compatible: try OpenAIChatRequestEncoder(model: "m", dialect: .compatible).encode(request)
        case .responses: try OpenAIResponsesRequestEncoder(model: "m").encode(request)
        case .anthropic(let model):
            try AnthropicRequestEncoder(model: "m", dialect: .known(for: model, version: "2023-06-01")).encode(request)
        case .gemini(let model): try GeminiRequestEncoder(dialect: .known(for: model)).encode(request)
        case .ollama(let model): try OllamaRequestEncoder(model: "m", dialect: .known(for: model)).encode(request)
        }
    }

    /// The members that the options decide; of the tools only the names.
    func members(
        _ options: GenerationOptions = GenerationOptions(),
        _ level: ContextOptions.ReasoningLevel? = nil,
        tools: [String] = []
    ) throws -> JSONObject {
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))]),
            enabledTools: tools.map {
                .init(name: $0, description: "", parameters: .init(jsonSchema: ["type": "object", "properties": [:]]))
            },
            generationOptions: options,
            contextOptions: ContextOptions(reasoningLevel: level)
        )
        var members = try body(request).objectValue ?? [:]
        for fixed in ["model", "stream", "stream_options", "messages", "store", "include", "input", "contents"] {
            members[fixed] = nil
        }
        members["truncate"] = nil
        if let tools = members["tools"]?.arrayValue {
            let declared = tools.first?["functionDeclarations"]?.arrayValue ?? tools
            members["tools"] = .array(declared.map { $0["name"] ?? $0["function"]?["name"] ?? nil })
        }
        return members
    }

    /// The names of the parameters that are left out.
    func ignored(_ options: GenerationOptions, _ level: ContextOptions.ReasoningLevel? = nil) -> [String] {
        table.report(on: GenerationParameters(options, ContextOptions(reasoningLevel: level))).ignored.map(\.rawValue)
    }

    /// The names of the parameters that are emulated.
    func emulated(_ options: GenerationOptions, _ level: ContextOptions.ReasoningLevel? = nil) -> [String] {
        table.report(on: GenerationParameters(options, ContextOptions(reasoningLevel: level))).emulated.map(\.rawValue)
    }
}
