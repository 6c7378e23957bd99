public import KeyLeasing
public import LanguageModels
public import Transport

/// A model behind Ollama's own interface.
///
/// ```swift
/// let model = OllamaLanguageModel("qwen3:4b", client: client)
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
///
/// Unlike through the interface that is compatible with OpenAI, a conversation that is too long is an error here and not
/// shortened without a word, and models can be told how long to think.
public struct OllamaLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = OllamaExecutor

    /// The model's name as the server knows it.
    public var name: String
    /// The server's address.
    public var baseURL: String
    /// What may be sent.
    public var dialect: OllamaDialect
    /// The time limits of one call.
    public var timeouts: HTTPTimeouts
    /// What the model can do.
    public var capabilities: LanguageModelCapabilities
    /// Holds calls back from the host while it keeps failing; `nil` for never.
    ///
    /// Share one among all models.
    public var breakers: CircuitBreakers?
    /// What is known of the model's ways to a structured answer.
    public var structuredOutputMemory = StructuredOutputMemory.shared

    let client: HTTPClient
    let keys: KeySource

    /// Where a server is that runs on the same machine.
    public static let defaultBaseURL = "http://127.0.0.1:11434"

    /// A model.
    ///
    /// - Parameters:
    ///   - dialect: By default what is known of the model by its name.
    ///   - capabilities: By default what the dialect allows, and images if the model is known to see them.
    ///   - keys: Lends the key for each call; a server of one's own wants none.
    public init(
        _ name: String,
        baseURL: String = OllamaLanguageModel.defaultBaseURL,
        dialect: OllamaDialect? = nil,
        timeouts: HTTPTimeouts = OpenAIChatLanguageModel.defaultTimeouts,
        capabilities: LanguageModelCapabilities? = nil,
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        keys: @escaping KeySource = { nil }
    ) {
        let dialect = dialect ?? .known(for: name)
        self.name = name
        self.baseURL = baseURL
        self.dialect = dialect
        self.timeouts = timeouts
        self.capabilities =
            capabilities
            ?? LanguageModelCapabilities(
                [.toolCalling, .guidedGeneration] + (dialect.thinking == .none ? [] : [.reasoning])
                    + (VisionTable.ollama(name) ? [.vision] : [])
            )
        self.client = client
        self.breakers = breakers
        self.keys = keys
    }

    /// What tells one executor from another.
    public var executorConfiguration: OllamaExecutor.Configuration { .init(baseURL: baseURL) }
}
