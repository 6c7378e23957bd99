import AgentRuntime
import ModelProviders
import ModelTable

/// The upstreams that serve models.
extension Upstream {
    static let models = [openai, anthropic, gemini, ollama]

    static let openai = Upstream(
        name: "openai",
        settings: [
            .key(
                "OPENAI_API_KEY",
                "A key for OpenAI or a compatible server. The server seals it into the vault at the start, like all keys here."
            ),
            .address(
                "OPENAI_BASE_URL",
                OpenAIChatDialect.defaultBaseURL,
                "The base URL of OpenAI. Change it to use a compatible server, such as llama.cpp or vLLM."
            ),
        ],
        modelList: { .openAI(baseURL: $0.address, client: $1) },
        checker: { OpenAIKeyChecker(baseURL: $0.address, client: $1) },
        models: [
            ModelKind(
                OpenAIChatDialect.self,
                standard: "gpt-6.1-terra",
                inPlace: { name, parts in
                    // OpenAI's current models refuse tools by chat completions.
                    OpenAIInterface.serving(model: name, at: parts.values.address, in: parts.table) == .responses
                        ? ModelKind(OpenAIResponsesDialect.self) : nil
                }
            ),
            ModelKind(OpenAIResponsesDialect.self),
        ],
        probePath: "/models",
        turnPath: "/chat/completions",
        isVersioned: true
    )

    static let anthropic = Upstream(
        name: "anthropic",
        settings: [
            .key("ANTHROPIC_API_KEY", "A key for Anthropic or a compatible server."),
            .address(
                "ANTHROPIC_BASE_URL",
                AnthropicDialect.defaultBaseURL,
                "The base URL of Anthropic. Change it to use another server with the Messages interface."
            ),
            .option(
                "ANTHROPIC_VERSION",
                AnthropicDialect.defaultVersion,
                "The version of the Messages interface.",
                expected: "a version such as 2026-10-21 or 2023-06-01"
            ) { $0.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil },
        ],
        modelList: {
            .anthropic(
                baseURL: $0.address,
                version: $0.option ?? AnthropicDialect.defaultVersion,
                client: $1
            )
        },
        checker: {
            AnthropicKeyChecker(
                baseURL: $0.address,
                version: $0.option ?? AnthropicDialect.defaultVersion,
                client: $1
            )
        },
        models: [
            ModelKind(
                AnthropicDialect.self,
                standard: "claude-sonnet-5-5",
                known: { name, parts in
                    var dialect = AnthropicDialect.known(for: name, at: parts.values.address, in: parts.table)
                    dialect.version = parts.values.option ?? AnthropicDialect.defaultVersion
                    return dialect
                }
            )
        ],
        turnPath: "/v1/messages"
    )

    static let gemini = Upstream(
        name: "gemini",
        settings: [
            .key("GEMINI_API_KEY", "A key for Gemini."),
            .address("GEMINI_BASE_URL", GeminiDialect.defaultBaseURL, "The base URL of Gemini."),
        ],
        modelList: { .gemini(baseURL: $0.address, client: $1) },
        checker: { GeminiKeyChecker(baseURL: $0.address, client: $1) },
        models: [ModelKind(GeminiDialect.self, standard: "gemini-3.8-flash")]
    )

    static let ollama = Upstream(
        name: "ollama",
        settings: [.address("OLLAMA_BASE_URL", OllamaDialect.defaultBaseURL, "The base URL of Ollama.")],
        models: [ModelKind(OllamaDialect.self)],
        probePath: "/api/version"
    )
}
