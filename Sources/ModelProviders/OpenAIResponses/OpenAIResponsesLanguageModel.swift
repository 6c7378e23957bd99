public import KeyLeasing
public import LanguageModels
public import Transport

/// A model behind OpenAI's Responses interface, at OpenAI or at anybody who speaks it.
///
/// Unlike chat completions it lets a model go on from its own earlier thoughts, which come back sealed. Nothing is stored at the
/// provider: the whole conversation is sent with every call.
public struct OpenAIResponsesLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = OpenAIResponsesExecutor

    /// The model's name as the provider knows it.
    public var name: String
    /// The address of the interface up to and including its version, such as `https://api.openai.com/v1`.
    public var baseURL: String
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

    /// A model.
    ///
    /// - Parameters:
    ///   - capabilities: By default everything, and images unless the model is known not to see them.
    ///   - keys: Lends the key for each call; without a key no `Authorization` is sent.
    public init(
        _ name: String,
        baseURL: String = "https://api.openai.com/v1",
        timeouts: HTTPTimeouts = OpenAIChatLanguageModel.defaultTimeouts,
        capabilities: LanguageModelCapabilities? = nil,
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        keys: @escaping KeySource
    ) {
        self.name = name
        self.baseURL = baseURL
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
    public var executorConfiguration: OpenAIResponsesExecutor.Configuration { .init(baseURL: baseURL) }
}
