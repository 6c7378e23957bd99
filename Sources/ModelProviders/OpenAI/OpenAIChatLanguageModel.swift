public import KeyLeasing
public import LanguageModels
public import Transport

/// A model behind OpenAI's chat completions interface, at OpenAI or at anybody who speaks it.
///
/// ```swift
/// let model = OpenAIChatLanguageModel("gpt-5.4-mini", client: client, keys: { try await vault.lease("openai") })
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
///
/// The key is asked for anew with every call, so a rotation takes effect with the next one.
public struct OpenAIChatLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = OpenAIChatExecutor

    /// The model's name as the provider knows it.
    public var name: String
    /// The address of the interface up to and including its version, such as `https://api.openai.com/v1`.
    public var baseURL: String
    /// What may be sent.
    public var dialect: OpenAIChatDialect
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

    /// The time limits of a call unless others are given: a model may think for minutes before it says anything.
    public static let defaultTimeouts = HTTPTimeouts(firstByte: .seconds(300), idle: .seconds(120))

    /// A model.
    ///
    /// - Parameters:
    ///   - dialect: By default OpenAI's own for its own host, else the compatible one.
    ///   - capabilities: By default everything, and images unless the model is known not to see them.
    ///   - keys: Lends the key for each call; without a key no `Authorization` is sent.
    public init(
        _ name: String,
        baseURL: String = "https://api.openai.com/v1",
        dialect: OpenAIChatDialect? = nil,
        timeouts: HTTPTimeouts = OpenAIChatLanguageModel.defaultTimeouts,
        capabilities: LanguageModelCapabilities? = nil,
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        keys: @escaping KeySource
    ) {
        self.name = name
        self.baseURL = baseURL
        self.dialect = dialect ?? (HTTPRequest.host(of: baseURL) == "api.openai.com" ? .openAI : .compatible)
        self.timeouts = timeouts
        self.capabilities =
            capabilities
            ?? LanguageModelCapabilities(
                [.toolCalling, .guidedGeneration, .reasoning] + (VisionTable.openAI(name) ? [.vision] : [])
            )
        self.client = client
        self.breakers = breakers
        self.keys = keys
    }

    /// What tells one executor from another.
    public var executorConfiguration: OpenAIChatExecutor.Configuration { .init(baseURL: baseURL) }
}
