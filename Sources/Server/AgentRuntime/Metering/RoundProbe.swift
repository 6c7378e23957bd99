import LanguageModels
import Synchronization

/// A model that records the first round's request instead of answering it, so that the request can be counted.
struct RoundProbe: LanguageModel {
    typealias Executor = RoundProbeExecutor

    /// The end of the probed turn, whose request is recorded.
    struct Recorded: Error {}

    /// The recorded request.
    final class Record: Sendable {
        private let request = Mutex<LanguageModelExecutorGenerationRequest?>(nil)

        /// The request; `nil` until a round was started.
        var value: LanguageModelExecutorGenerationRequest? { request.withLock { $0 } }

        fileprivate func set(_ value: LanguageModelExecutorGenerationRequest) { request.withLock { $0 = value } }
    }

    /// The capabilities of the model whose place it has.
    let capabilities: LanguageModelCapabilities
    let record = Record()

    var executorConfiguration: RoundProbeExecutor.Configuration { .init() }
}

/// The executor of ``RoundProbe``.
struct RoundProbeExecutor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable {}

    init(configuration: Configuration) throws {}

    func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: RoundProbe,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        model.record.set(request)
        throw RoundProbe.Recorded()
    }
}
