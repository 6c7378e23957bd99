public import LanguageModels

/// The executor of every model that is reached over HTTP: translates one round into a call in the model's dialect.
public struct ProviderExecutor<Dialect: ProviderDialect>: LanguageModelExecutor {
    /// Identifies an executor's configuration.
    public struct Configuration: Hashable, Sendable {
        /// The address of the interface.
        public var baseURL: String
    }

    /// Makes an executor, which has no state: everything it needs is in the model.
    public init(configuration: Configuration) throws {}

    /// Sends one round to the model and its answer's events to `channel`, as they arrive.
    ///
    /// - Throws: The errors of ``ProviderDialect/respond(to:by:streamingInto:)``.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: ProviderLanguageModel<Dialect>,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        var model = model
        model.dialect = await model.dialect.prepared(for: request, to: model)
        try await model.dialect.respond(to: request, by: model, streamingInto: channel)
    }
}
