public import KeyLeasing
public import LanguageModels
import Secrets
public import Transport

/// A model behind Google's Gemini interface.
///
/// ```swift
/// let model = GeminiLanguageModel("gemini-3.1-pro", client: client, keys: { try await vault.lease("gemini") })
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
///
/// The key is asked for anew with every call, so a rotation takes effect with the next one.
public struct GeminiLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = GeminiExecutor

    /// The model's name as the provider knows it.
    public var name: String
    /// The address of the interface, with or without its version.
    public var baseURL: String
    /// What may be sent.
    public var dialect: GeminiDialect
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

    /// Where Gemini is.
    public static let defaultBaseURL = "https://generativelanguage.googleapis.com"

    /// A model.
    ///
    /// - Parameters:
    ///   - dialect: By default what is known of the model by its name.
    ///   - capabilities: By default what the dialect allows, and images unless the model is known not to see them.
    ///   - keys: Lends the key for each call; without a key no `x-goog-api-key` is sent.
    public init(
        _ name: String,
        baseURL: String = GeminiLanguageModel.defaultBaseURL,
        dialect: GeminiDialect? = nil,
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
        self.capabilities =
            capabilities
            ?? LanguageModelCapabilities(
                [.toolCalling, .guidedGeneration] + (dialect.thinking == .none ? [] : [.reasoning])
                    + (VisionTable.gemini(name) ? [.vision] : [])
            )
        self.client = client
        self.breakers = breakers
        self.keys = keys
    }

    /// What tells one executor from another.
    public var executorConfiguration: GeminiExecutor.Configuration { .init(baseURL: baseURL) }

    /// The address of one of the interface's resources, such as `/models`.
    static func url(_ baseURL: String, _ path: String, query: [(String, String)] = []) -> String {
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        // Without a version it is the one in which all is offered that is used here.
        let hasVersion = base.split(separator: "/").last?.wholeMatch(of: /v\d+(?:alpha|beta)?\d*/) != nil
        return HTTPRequest.url(hasVersion ? base : base + "/v1beta", path, query: query)
    }

    /// Where a key goes.
    static func headers(key: SecretString?) -> HTTPHeaders {
        var headers: HTTPHeaders = [:]
        if let key { headers.append("x-goog-api-key", .secret(key, prefix: "")) }
        return headers
    }
}
