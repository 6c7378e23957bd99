import Storage
import Synchronization

/// Whether turns can be taken now, and if not, what is in the way.
public struct Readiness: Sendable, Equatable {
    /// Whether the store answers.
    public var storeAnswers: Bool
    /// Whether what is shown outlives a crash.
    public var journalWrites: Bool
    /// Whether new turns are taken: false once the server has been told to stop.
    public var takesTurns: Bool

    /// Whether all of it is so.
    public var isReady: Bool { storeAnswers && journalWrites && takesTurns }
}

extension RunCoordinator {
    /// Finds out whether turns can be taken now; goes to the store once.
    public func readiness() async -> Readiness {
        // A run that is not there: the cheapest look-up that goes through to the store.
        let answer: ()? = try? await { _ = try await store.run("readiness") }()
        return Readiness(
            storeAnswers: answer != nil,
            journalWrites: !isJournalBroken.withLock { $0 },
            takesTurns: !isStopping
        )
    }

    /// How many streams are read, and how many wait for a plain answer.
    public var readerCounts: (streams: Int, plain: Int) {
        liveRuns.reduce(into: (0, 0)) { counts, run in
            let goals = run.state.withLock { $0.readers.values.map(\.goal) }
            for goal in goals {
                switch goal {
                case .events, .content: counts.0 += 1
                case .pause: counts.1 += 1
                }
            }
        }
    }
}
