import KeyLeasing
import LanguageModels
import ModelProviders
import Secrets
import StandIns
import StreamingJSON
import Transport

/// A wire format, with a model and a server that speak it.
enum Dialect: String, CaseIterable, Sendable {
    case chat, responses, anthropic, gemini, ollama

    static let key = "sk-test-0123456789"

    /// Lends the only key that the stand-ins accept.
    static let rightKey: KeySource = { KeyLease(keyID: "key-1", secret: SecretString(key)) }

    /// Runs `body` with a model of the dialect and its stand-in, which accepts only ``key`` unless `accepting` has others.
    func with(
        keys: @escaping KeySource = Dialect.rightKey,
        accepting accepted: [String] = [Self.key],
        memory: RemedyMemory = RemedyMemory(),
        timeouts: HTTPTimeouts = OpenAIChatLanguageModel.defaultTimeouts,
        script: @escaping OpenAIStandIn.Script,
        _ body: (any LanguageModel, any StandIn) async throws -> Void
    ) async throws {
        let client = HTTPClient()
        switch self {
        case .chat:
            try await OpenAIStandIn.with(keys: accepted, script: script) {
                try await body(
                    Self.remembering(
                        memory,
                        OpenAIChatLanguageModel(
                            "stand-in",
                            baseURL: $0.baseURL,
                            timeouts: timeouts,
                            client: client,
                            keys: keys
                        )
                    ),
                    $0
                )
            }
        case .responses:
            try await OpenAIResponsesStandIn.with(keys: accepted, script: script) {
                try await body(
                    Self.remembering(
                        memory,
                        OpenAIResponsesLanguageModel(
                            "stand-in",
                            baseURL: $0.baseURL,
                            timeouts: timeouts,
                            client: client,
                            keys: keys
                        )
                    ),
                    $0
                )
            }
        case .anthropic:
            try await AnthropicStandIn.with(keys: accepted, script: script) {
                try await body(
                    Self.remembering(
                        memory,
                        AnthropicLanguageModel(
                            "stand-in",
                            baseURL: $0.baseURL,
                            timeouts: timeouts,
                            client: client,
                            keys: keys
                        )
                    ),
                    $0
                )
            }
        case .gemini:
            try await GeminiStandIn.with(keys: accepted, script: script) {
                try await body(
                    Self.remembering(
                        memory,
                        GeminiLanguageModel(
                            "stand-in",
                            baseURL: $0.baseURL,
                            timeouts: timeouts,
                            client: client,
                            keys: keys
                        )
                    ),
                    $0
                )
            }
        case .ollama:
            try await OllamaStandIn.with(keys: accepted, script: script) {
                try await body(
                    Self.remembering(
                        memory,
                        OllamaLanguageModel(
                            "stand-in",
                            baseURL: $0.baseURL,
                            timeouts: timeouts,
                            client: client,
                            keys: keys
                        )
                    ),
                    $0
                )
            }
        }
    }

    private static func remembering<Wire>(
        _ memory: RemedyMemory,
        _ model: ProviderLanguageModel<Wire>
    ) -> ProviderLanguageModel<Wire> {
        var model = model
        model.remedyMemory = memory
        return model
    }

    /// Returns a refusal with a text in the form of the dialect's upstream.
    func refusal(
        _ text: String,
        status: Int = 400,
        parameter: String? = nil,
        code: String? = nil
    ) -> ScriptedReply {
        let error: JSONValue =
            switch self {
            case .chat, .responses:
                [
                    "message": .string(text), "type": "invalid_request_error",
                    "param": parameter.map(JSONValue.string) ?? .null, "code": code.map(JSONValue.string) ?? .null,
                ]
            case .anthropic: ["type": "invalid_request_error", "message": .string(text)]
            case .gemini: ["code": 400, "status": "INVALID_ARGUMENT", "message": .string(text)]
            case .ollama: .string(text)
            }
        return .failure(.json(["type": "error", "error": error], status: status))
    }

    /// Returns a failure in the form of the dialect's upstream.
    func failure(_ status: Int, retryAfter: Int? = nil) -> ScriptedReply {
        switch self {
        case .chat, .responses: .failure(OpenAIStandIn.failure(status, retryAfter: retryAfter))
        case .anthropic: .failure(AnthropicStandIn.failure(status, retryAfter: retryAfter))
        case .gemini: .failure(GeminiStandIn.failure(status, retryAfter: retryAfter))
        case .ollama: .failure(OllamaStandIn.failure(status, retryAfter: retryAfter))
        }
    }

    /// The failure of an account without credit, in the form of the dialect's upstream.
    var withoutCredit: ScriptedReply {
        switch self {
        case .chat, .responses: .failure(OpenAIStandIn.outOfQuota)
        case .anthropic: .failure(AnthropicStandIn.overSpendLimit)
        case .gemini: .failure(GeminiStandIn.billingDisabled)
        case .ollama: .failure(OllamaStandIn.failure(402))
        }
    }

    /// The failure of a conversation that is too long (5000 tokens where 4096 fit), in the form of the dialect's upstream.
    var tooLong: ScriptedReply {
        switch self {
        case .chat, .responses:
            .failure(
                .json(
                    [
                        "error": [
                            "message":
                                "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
                            "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded",
                        ]
                    ],
                    status: 400
                )
            )
        case .anthropic:
            .failure(
                .json(
                    [
                        "type": "error",
                        "error": [
                            "type": "invalid_request_error",
                            "message": "prompt is too long: 5000 tokens > 4096 maximum",
                        ],
                    ],
                    status: 400
                )
            )
        case .gemini:
            .failure(
                .json(
                    [
                        "error": [
                            "code": 400, "status": "INVALID_ARGUMENT",
                            "message":
                                "The input token count (5000) exceeds the maximum number of tokens allowed (4096).",
                        ]
                    ],
                    status: 400
                )
            )
        case .ollama: .failure(OllamaStandIn.promptTooLong(5000, contextSize: 4096))
        }
    }
}
