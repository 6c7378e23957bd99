/// A model that a session can talk to (Apple FoundationModels 27.0).
///
/// A model is a value that says what it can do and how to reach it; the work is done by its ``Executor``, of which a session
/// makes one for each distinct configuration.
public protocol LanguageModel: Sendable {
    /// What does the work.
    associatedtype Executor: LanguageModelExecutor where Self == Executor.Model

    /// What the model can do.
    var capabilities: LanguageModelCapabilities { get }

    /// What the executor is made from.
    var executorConfiguration: Executor.Configuration { get }
}

/// What talks to a model on a session's behalf (Apple FoundationModels 27.0).
///
/// An executor translates: a request into the model's wire format, and what comes back into channel events. The loop over
/// tools, retries and the transcript are the session's.
public protocol LanguageModelExecutor: Sendable {
    /// What an executor is made from; equal configurations share an executor within a session.
    associatedtype Configuration: Hashable, Sendable
    /// The model served.
    associatedtype Model: LanguageModel

    /// Makes an executor.
    init(configuration: Configuration) throws

    /// Gets ready for a request that may follow; by default nothing.
    func prewarm(model: Model, transcript: Transcript)

    /// Generates one round and sends what comes to `channel`, as it comes.
    ///
    /// - Throws: ``LanguageModelError`` for what a caller can act on; other errors pass through. Returning without an error says
    ///   that the round is whole: a stream that broke must throw.
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
