public import LanguageModels
public import Transport

/// A model behind Ollama's native interface.
///
/// ```swift
/// let model = OllamaLanguageModel("qwen3:4b", client: client)
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
///
/// Two things differ from Ollama's interface that is compatible with OpenAI: a conversation that is too long is an error here and not
/// silently shortened, and models accept a setting for how long to think.
public typealias OllamaLanguageModel = ProviderLanguageModel<OllamaDialect>

extension ProviderLanguageModel where Dialect == OllamaDialect {
    /// Makes a model of a server that requires no key.
    ///
    /// - Parameters:
    ///   - baseURL: The server's address.
    ///   - dialect: The description of the model; by default the one that is known for its name.
    ///   - capabilities: The model's capabilities; by default what the dialect allows, and images if the model is known to see them.
    public init(
        _ name: String,
        baseURL: String = Self.defaultBaseURL,
        dialect: OllamaDialect? = nil,
        timeouts: HTTPTimeouts = Self.defaultTimeouts,
        capabilities: LanguageModelCapabilities? = nil,
        client: HTTPClient,
        breakers: CircuitBreakers? = nil
    ) {
        self.init(
            name,
            baseURL: baseURL,
            dialect: dialect,
            timeouts: timeouts,
            capabilities: capabilities,
            client: client,
            breakers: breakers,
            keys: { nil }
        )
    }
}
