import LanguageModels
import Phrasebook
import Synchronization

/// A model that measures the time of the built-in one for its rounds, without the time to pass results to the session.
struct TimedModel: LanguageModel {
    struct Executor: LanguageModelExecutor {
        struct Configuration: Hashable, Sendable {
            let base: PhrasebookExecutor.Configuration
            let time: WorkTime
        }

        let base: PhrasebookExecutor
        let time: WorkTime

        init(configuration: Configuration) throws {
            base = PhrasebookExecutor(configuration: configuration.base)
            time = configuration.time
        }

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: TimedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let begin = ContinuousClock.now
            let reply = try await base.reply(to: request)
            time.add(ContinuousClock.now - begin)
            await base.send(reply, to: channel)
        }
    }

    let base: PhrasebookLanguageModel
    let time: WorkTime

    var capabilities: LanguageModelCapabilities { base.capabilities }
    var executorConfiguration: Executor.Configuration {
        .init(base: base.executorConfiguration, time: time)
    }
}

/// The total time that a model has worked in all rounds.
final class WorkTime: Hashable, Sendable {
    private let sum = Mutex((time: Duration.zero, rounds: 0))

    /// The time, and the number of rounds.
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
