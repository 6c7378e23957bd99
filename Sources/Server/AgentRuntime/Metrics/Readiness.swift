import HeldBytes
public import Storage
import Synchronization

/// Whether the server can accept turns now, and if not, the reason.
public struct Readiness: Sendable, Equatable {
    /// Whether the store answers and accepts writes.
    public var storeAnswers: Bool
    /// Whether the journal works, so that events which clients have seen survive a crash.
    public var journalWrites: Bool
    /// Why turns could not be stored, without a path or a name; `nil` if they can be.
    public var storageFault: String?
    /// Whether new turns are accepted: false once the server is stopping.
    public var acceptsTurns: Bool
    /// Whether there is memory for turns; the server is ready without, because tools and administrators are still served.
    public var hasMemory = true

    /// Whether it can accept turns but for memory.
    public var isReady: Bool { storeAnswers && journalWrites && acceptsTurns }
}

extension RunCoordinator {
    /// The bytes of a conversation of some dozen messages.
    private static let usualTurn = 64 << 10

    /// Checks whether the server can accept turns now, with one query to the store.
    public func readiness() async -> Readiness {
        // Looks up a run that does not exist: the cheapest query that reaches the store.
        let answer: ()? = try? await { _ = try await store.run("readiness") }()
        return Readiness(
            storeAnswers: answer != nil && storage.fault(of: .store) == nil && storage.fault(of: .disk) == nil,
            journalWrites: storage.fault(of: .journal) == nil,
            storageFault: storage.words,
            acceptsTurns: !isStopping,
            hasMemory: memory?.isOver() != true && turnBytes.hasRoom(for: Self.usualTurn)
        )
    }

    /// The number of readers of streams, and the number of requests that wait for a whole answer.
    public var readerCounts: (streams: Int, plain: Int) {
        liveRuns.reduce(into: (0, 0)) { counts, run in
            let goals = run.state.withLock { $0.readers.values.map(\.goal) }
            for goal in goals {
                switch goal {
                case .events, .content: counts.0 += 1
                case .outcome, .kept: counts.1 += 1
                }
            }
        }
    }

    /// The number of active runs by status.
    public var runCounts: [RunStatus: Int] {
        liveRuns.map(\.status).filter { !$0.isOver }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
