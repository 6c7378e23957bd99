public import KeyLeasing
public import LanguageModels
public import Transport

/// A model behind Anthropic's Messages interface, at Anthropic or at anybody who speaks it.
///
/// ```swift
/// let model = AnthropicLanguageModel("claude-sonnet-5-5", client: client, keys: { try await vault.lease("anthropic") })
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
///
/// The key is asked for anew with every call, so a rotation takes effect with the next one.
public struct AnthropicLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = AnthropicExecutor

    /// The model's name as the provider knows it.
    public var name: String
    /// The address of the interface, with or without its `/v1`.
    public var baseURL: String
    /// What may be sent.
    public var dialect: AnthropicDialect
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

    /// Where Anthropic is.
    public static let defaultBaseURL = "https://api.anthropic.com"

    /// A model.
    ///
    /// - Parameters:
    ///   - dialect: By default what is known of the model by its name.
    ///   - capabilities: By default what the dialect allows, and images unless the model is known not to see them.
    ///   - keys: Lends the key for each call; without a key no `x-api-key` is sent.
    public init(
        _ name: String,
        baseURL: String = AnthropicLanguageModel.defaultBaseURL,
        dialect: AnthropicDialect? = nil,
        timeouts: HTTPTimeouts = OpenAIChatLanguageModel.defaultTimeouts,
        capabilities: LanguageModelCapabilities? = nil,
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        keys: @escaping KeySource
    ) {
        let dialect = dialect ?? .known(for: name)
        self.name = name
        self.baseURL = baseURL
        self.dialect = dialect
        self.timeouts = timeouts
        self.capabilities = capabilities ?? dialect.capabilities(seesImages: VisionTable.anthropic(name))
        self.client = client
        self.breakers = breakers
        self.keys = keys
    }

    /// What tells one executor from another.
    public var executorConfiguration: AnthropicExecutor.Configuration { .init(baseURL: baseURL) }

    /// The address of one of the interface's resources, such as `/messages`.
    static func url(_ baseURL: String, _ path: String) -> String {
        // Anthropic's own clients are given the host alone, those of other interfaces the version as well.
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        return HTTPRequest.url(base.hasSuffix("/v1") ? base : base + "/v1", path)
    }
}

extension AnthropicDialect {
    fileprivate func capabilities(seesImages: Bool) -> LanguageModelCapabilities {
        LanguageModelCapabilities(
            [.toolCalling, .guidedGeneration] + (thinking == .none ? [] : [.reasoning])
                + (seesImages ? [.vision] : [])
        )
    }
}
