import LanguageModels
import Synchronization

/// A model that measures how long another one works.
struct TimedModel<Base: LanguageModel>: LanguageModel {
    struct Executor: LanguageModelExecutor {
        struct Configuration: Hashable, Sendable {
            let base: Base.Executor.Configuration
            let time: WorkTime
        }

        let base: Base.Executor
        let time: WorkTime

        init(configuration: Configuration) throws {
            base = try Base.Executor(configuration: configuration.base)
            time = configuration.time
        }

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: TimedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let begin = ContinuousClock.now
            defer { time.add(ContinuousClock.now - begin) }
            try await base.respond(to: request, model: model.base, streamingInto: channel)
        }
    }

    let base: Base
    let time: WorkTime

    var capabilities: LanguageModelCapabilities { base.capabilities }
    var executorConfiguration: Executor.Configuration {
        .init(base: base.executorConfiguration, time: time)
    }
}

/// The time that a model has worked, its rounds added up.
final class WorkTime: Hashable, Sendable {
    private let sum = Mutex((time: Duration.zero, rounds: 0))

    /// The time, and how many rounds there were.
    var figures: (time: Duration, rounds: Int) { sum.withLock { $0 } }

    func add(_ time: Duration) {
        sum.withLock {
            $0.time += time
            $0.rounds += 1
        }
    }

    func clear() { sum.withLock { $0 = (.zero, 0) } }

    static func == (left: WorkTime, right: WorkTime) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
