public import LanguageModels

/// One of a router's models.
public struct RoutedModel: Sendable {
    /// The name that tells it from the others, such as `openai:gpt-5-mini`; answers carry it.
    public let name: String
    /// Its share in being asked first, when several have one; without a weight it is asked only after others.
    public let weight: Int?
    /// How many tokens it can read; `nil` when that is not known.
    public let contextSize: Int?
    /// Whether it may be asked while another one is still silent: not for one that always has an answer, and a worse one.
    public let mayHedge: Bool

    let capabilities: LanguageModelCapabilities
    /// Says what becomes of a request's parameters; `nil` for a model that says nothing of them.
    let reporter: (any ParameterReporting)?
    let respond:
        @Sendable (
            LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel
        ) async throws -> Void

    /// Takes a model in.
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
        let executor = Result { try Model.Executor(configuration: model.executorConfiguration) }
        respond = { request, channel in
            try await executor.get().respond(to: request, model: model, streamingInto: channel)
        }
    }
}
