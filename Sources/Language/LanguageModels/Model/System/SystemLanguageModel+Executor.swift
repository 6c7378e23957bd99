extension SystemLanguageModel: LanguageModel {
    /// The capabilities of the model installed for the system's.
    public var capabilities: LanguageModelCapabilities {
        // Without an installed model a turn fails for that reason, not for a missing capability.
        backing?.model.capabilities()
            ?? LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
    }

    /// The configuration from which the executor is made.
    public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    /// An executor that forwards requests to the model installed for the system's.
    public struct Executor: LanguageModelExecutor {
        /// The model type that the executor serves.
        public typealias Model = SystemLanguageModel

        /// An empty configuration, because the installed model may change while the program runs.
        public struct Configuration: Hashable, Sendable {}

        /// Makes an executor.
        public init(configuration: Configuration) {}

        /// Prepares the installed model for a request.
        public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
            model.backing?.model.prewarm(transcript)
        }

        /// Has the installed model generate one round.
        ///
        /// - Throws: ``SystemLanguageModel/Error/assetsUnavailable(_:)`` if there is none; otherwise the error of that
        ///   model.
        public func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: SystemLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            guard let backing = model.backing else {
                throw SystemLanguageModel.Error.assetsUnavailable(
                    .init(
                        debugDescription:
                            "No system model is installed. Install one with SystemLanguageModel.use at the start."
                    )
                )
            }
            try await backing.model.respond(request, channel)
        }
    }
}
