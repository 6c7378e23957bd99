/// A model that a session can use (Apple FoundationModels 27.0).
///
/// A model is a value that describes its capabilities and how to reach it. Its ``Executor`` does the work; a session
/// makes one executor for each distinct configuration.
public protocol LanguageModel: Sendable {
    /// The type that makes the calls.
    associatedtype Executor: LanguageModelExecutor where Self == Executor.Model

    /// The capabilities of the model.
    var capabilities: LanguageModelCapabilities { get }

    /// The configuration from which the executor is made.
    var executorConfiguration: Executor.Configuration { get }
}

/// A client of a model that works for a session (Apple FoundationModels 27.0).
///
/// An executor translates a request into the model's wire format, and the reply into channel events. The session owns
/// the loop over tools, the retries and the transcript.
public protocol LanguageModelExecutor: Sendable {
    /// The type that an executor is made from; within a session, equal configurations share an executor.
    associatedtype Configuration: Hashable, Sendable
    /// The model type that the executor serves.
    associatedtype Model: LanguageModel

    /// Makes an executor.
    init(configuration: Configuration) throws

    /// Prepares for a request that may follow; does nothing by default.
    func prewarm(model: Model, transcript: Transcript)

    /// Generates one round and sends its events to `channel` as they arrive.
    ///
    /// - Throws: ``LanguageModelError`` for errors that a caller can act on; other errors pass through. Returning
    ///   without an error means that the round is complete: an executor must throw if its stream broke.
    func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: Model,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws
}

extension LanguageModelExecutor {
    /// Does nothing.
    public func prewarm(model: Model, transcript: Transcript) {}
}
