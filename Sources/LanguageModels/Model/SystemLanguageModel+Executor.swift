extension SystemLanguageModel: LanguageModel {
    /// What the model behind it can do.
    public var capabilities: LanguageModelCapabilities {
        // Without a model a turn fails for that reason, and not for lack of an ability.
        backing?.model.capabilities()
            ?? LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
    }

    /// What the executor is made from.
    public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    /// Hands requests on to the model that stands behind the system's.
    public struct Executor: LanguageModelExecutor {
        /// The model served.
        public typealias Model = SystemLanguageModel

        /// Nothing: which model it is may change while the program runs.
        public struct Configuration: Hashable, Sendable {}

        /// Makes an executor.
        public init(configuration: Configuration) {}

        /// Gets the model behind it ready.
        public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
            model.backing?.model.prewarm(transcript)
        }

        /// Has the model behind it answer.
        ///
        /// - Throws: ``SystemLanguageModel/Error/assetsUnavailable(_:)`` when there is none; else what it throws.
        public func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: SystemLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            guard let backing = model.backing else {
                throw SystemLanguageModel.Error.assetsUnavailable(
                    .init(
                        debugDescription:
                            "No model stands behind the system's; name one with SystemLanguageModel.use at the start."
                    )
                )
            }
            try await backing.model.respond(request, channel)
        }
    }
}
