import AgentWire
import Storage
import Synchronization

/// Back-pressure: a model that is faster than the store waits for it, so the events in memory are bounded and no answer is lost.
extension LiveRun {
    /// Work that waits for the store.
    struct StoreWait {
        let waiter: CheckedContinuation<StoreWaitEnd, Never>
        /// When the store last took something of the run, or the wait began.
        var since: ContinuousClock.Instant
    }

    /// How a wait for the store ends.
    enum StoreWaitEnd {
        case stored
        case cancelled
        case gaveUp
    }

    /// Returns at once, or when the store is no longer far behind the run's events.
    ///
    /// The work that appends events calls it between them; meanwhile nothing is read from the model.
    ///
    /// - Throws: ``Problem`` when the store takes nothing for a long time; `CancellationError`.
    func waitForStore() async throws {
        guard unstoredBytes > Self.maximumUnstoredBytes else { return }
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let end: StoreWaitEnd? = state.withLock { state in
                    if state.log.unstoredBytes <= Self.maximumUnstoredBytes { return .stored }
                    // Under the lock that the handler below takes: it has run, or it finds the wait.
                    if Task.isCancelled { return .cancelled }
                    state.storeWait = StoreWait(waiter: waiter, since: .now)
                    return nil
                }
                if let end { waiter.resume(returning: end) } else { askForStorage() }
            }
        } onCancel: {
            state.withLock { $0.takeStoreWaiter() }?.resume(returning: .cancelled)
        }
        switch end {
        case .stored: return
        case .cancelled: throw CancellationError()
        case .gaveUp:
            throw Problem(
                .overloaded,
                detail: "the server could not store the answer as it came, so the run was ended; send it again later",
                retryAfterSeconds: 5
            )
        }
    }

    /// Ends a wait during which the store has taken nothing for a long time.
    func giveUpOnStore(at time: ContinuousClock.Instant) {
        let waiter = state.withLock { state in
            guard let wait = state.storeWait, time - wait.since >= Self.storePatience else {
                return nil as CheckedContinuation<StoreWaitEnd, Never>?
            }
            return state.takeStoreWaiter()
        }
        waiter?.resume(returning: .gaveUp)
    }

    /// From so many bytes on that the store does not have, the work waits.
    static var maximumUnstoredBytes: Int { 2 * 1024 * 1024 }
    /// The work continues when this few bytes are left to store.
    static var fewUnstoredBytes: Int { 512 * 1024 }
    private static var storePatience: Duration { .seconds(30) }
}

extension LiveRun.State {
    /// The waiter to be resumed, which waits no longer.
    mutating func takeStoreWaiter() -> CheckedContinuation<LiveRun.StoreWaitEnd, Never>? {
        defer { storeWait = nil }
        return storeWait?.waiter
    }
}
