public import LanguageModels

/// One of a router's models.
public struct RoutedModel: Sendable {
    /// The name that distinguishes it from the others, such as `openai:gpt-6.1-terra`; answers carry it.
    public let name: String
    /// Its share in the draw of the first model; a model without a weight is asked only after others.
    public let weight: Int?
    /// The number of tokens that it can read; `nil` if that is unknown.
    public let contextSize: Int?
    /// Whether it may be asked while another model is still silent.
    ///
    /// A model that always has an answer, but a worse one, must not.
    public let mayHedge: Bool

    let capabilities: LanguageModelCapabilities
    /// Reports the treatment of a request's parameters; `nil` for a model that reports nothing.
    let reporter: (any ParameterReporting)?
    /// Counts the tokens of a round's input; `nil` for a model whose provider offers no count.
    let counter: (any TokenCounting)?
    let respond:
        @Sendable (
            LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel
        ) async throws -> Void

    /// Makes a member of a router from a model.
    public init<Model: LanguageModel>(
        _ name: String,
        _ model: Model,
        weight: Int? = nil,
        contextSize: Int? = nil,
        mayHedge: Bool = true
    ) {
        self.name = name
        self.weight = weight
        self.contextSize = contextSize
        self.mayHedge = mayHedge
        capabilities = model.capabilities
        reporter = model as? any ParameterReporting
        counter = model as? any TokenCounting
        let executor = Result { try Model.Executor(configuration: model.executorConfiguration) }
        respond = { request, channel in
            try await executor.get().respond(to: request, model: model, streamingInto: channel)
        }
    }
}
