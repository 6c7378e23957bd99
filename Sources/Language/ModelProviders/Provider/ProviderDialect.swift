public import LanguageModels
public import ModelTable

/// A provider's wire format, with the ways in which it differs from model to model.
///
/// A value describes one model: the parameters that may be sent to it, and its capabilities. ``ProviderLanguageModel`` and
/// ``ProviderExecutor`` are generic over it, so a new provider is a type that conforms to this protocol.
public protocol ProviderDialect: Hashable, Sendable {
    /// The provider's name in the name of a model, such as `openai` in `openai:gpt-6.1-terra`.
    static var providerName: String { get }

    /// The address of the provider's interface.
    static var defaultBaseURL: String { get }

    /// Returns the description of a model by its name and by the address of its interface.
    ///
    /// - Parameter table: The facts about models and servers.
    static func known(for model: String, at baseURL: String, in table: ModelTable) -> Self

    /// Returns the description of a model with what its server reports, for a request that depends on it; the same one by default.
    func prepared(
        for request: LanguageModelExecutorGenerationRequest,
        to model: ProviderLanguageModel<Self>
    ) async -> Self

    /// Returns the capabilities of a model that is described by this dialect.
    func capabilities(of model: String) -> LanguageModelCapabilities

    /// Sends one round to a model and its answer's events to a channel, as they arrive.
    ///
    /// - Throws: `LanguageModelError` for a full context, a rate limit, a refusal, a filter or a capability that the model does not have;
    ///   ``ModelProviderError`` for the other failures of the provider; `TransportError` if there was no response.
    func respond(
        to request: LanguageModelExecutorGenerationRequest,
        by model: ProviderLanguageModel<Self>,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws

    /// Returns the number of tokens that the provider counts for a round's input; `nil` if it offers no count.
    ///
    /// - Throws: As ``respond(to:by:streamingInto:)``.
    func tokenCount(
        of request: LanguageModelExecutorGenerationRequest,
        by model: ProviderLanguageModel<Self>
    ) async throws -> Int?
}

extension ProviderDialect {
    /// Returns the same description, because most servers report nothing of their models.
    public func prepared(
        for request: LanguageModelExecutorGenerationRequest,
        to model: ProviderLanguageModel<Self>
    ) async -> Self { self }
}

/// The table of the dialects of this library.
public enum ProviderDialects {
    /// The dialects, in the order in which help and errors list them.
    public static let all: [any ProviderDialect.Type] = [
        OpenAIChatDialect.self, OpenAIResponsesDialect.self, AnthropicDialect.self, GeminiDialect.self,
        OllamaDialect.self,
    ]
}
