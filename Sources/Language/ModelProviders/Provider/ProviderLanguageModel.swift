public import KeyLeasing
public import LanguageModels
public import ModelTable
public import Transport

/// A model of a provider, reached over HTTP in the provider's dialect.
///
/// Programs name it by an alias for its dialect, such as ``OpenAIChatLanguageModel``.
///
/// The key is leased again for every call, so a rotation takes effect with the next call.
public struct ProviderLanguageModel<Dialect: ProviderDialect>: LanguageModel {
    /// The executor that makes the calls.
    public typealias Executor = ProviderExecutor<Dialect>

    /// The model's name as the provider knows it.
    public var name: String
    /// The address of the interface.
    public var baseURL: String
    /// The description of what may be sent to the model.
    ///
    /// It follows the facts that the provider reports, unless it was set.
    public var dialect: Dialect {
        get { ownDialect ?? describedDialect.value }
        set { ownDialect = newValue }
    }
    /// The time limits of one call.
    public var timeouts: HTTPTimeouts
    /// The model's capabilities: those of its dialect, unless they were set.
    public var capabilities: LanguageModelCapabilities {
        get { ownCapabilities ?? dialect.capabilities(of: name) }
        set { ownCapabilities = newValue }
    }
    /// Holds calls back from the host while it keeps failing; `nil` for never.
    ///
    /// Share one among all models.
    public var breakers: CircuitBreakers?
    /// The record of the rungs that the model supports for structured answers.
    public var structuredOutputMemory = StructuredOutputMemory.shared
    /// The record of what the provider refused.
    public var remedyMemory = RemedyMemory.shared

    let client: HTTPClient
    let keys: KeySource
    /// The most output tokens according to the table of models; `nil` if that is not known.
    let outputLimit: Int?
    private let describedDialect: DescribedDialect<Dialect>
    private var ownDialect: Dialect?
    private var ownCapabilities: LanguageModelCapabilities?

    /// The address of the provider's interface.
    public static var defaultBaseURL: String { Dialect.defaultBaseURL }

    /// The default time limits of a call: a model may think for minutes before its first byte.
    public static var defaultTimeouts: HTTPTimeouts { HTTPTimeouts(firstByte: .seconds(300), idle: .seconds(120)) }

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - baseURL: The address of the interface. For both of OpenAI's interfaces it ends with the version, such as
    ///     `https://api.openai.com/v1`; for the other dialects it may.
    ///   - dialect: The description of the model; by default the one that is known for its name and address. It is evaluated again when
    ///     the provider has reported other facts.
    ///   - table: The facts about models and servers.
    ///   - capabilities: The model's capabilities; by default what the dialect allows, and images according to the model's name.
    ///   - keys: Lends the key for each call; without a key the header that carries it is not sent.
    public init(
        _ name: String,
        baseURL: String = Self.defaultBaseURL,
        dialect: @autoclosure @escaping @Sendable () -> Dialect? = nil,
        table: ModelTable = .builtIn,
        timeouts: HTTPTimeouts = Self.defaultTimeouts,
        capabilities: LanguageModelCapabilities? = nil,
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        keys: @escaping KeySource
    ) {
        self.name = name
        self.baseURL = baseURL
        describedDialect = DescribedDialect(by: table.told) {
            dialect() ?? .known(for: name, at: baseURL, in: table)
        }
        self.timeouts = timeouts
        ownCapabilities = capabilities
        self.client = client
        self.breakers = breakers
        self.keys = keys
        // The servers of OpenAI's interfaces have models of several providers.
        outputLimit =
            Dialect.providerName.hasPrefix(OpenAIChatDialect.providerName)
            ? table.facts(ofModel: name, at: HTTPRequest.host(of: baseURL)).output
            : table.facts(of: Dialect.providerName, name).output
    }

    /// The configuration that the model's executors are made from.
    public var executorConfiguration: Executor.Configuration { .init(baseURL: baseURL) }
}

extension ProviderLanguageModel: ParameterReporting where Dialect: ParameterTable {
    /// Returns the treatment of the parameters.
    package func parameterReport(on parameters: GenerationParameters, answeredBy name: String?) -> ParameterReport {
        dialect.report(on: parameters)
    }
}
