import AgentWire
import Storage
import Synchronization

/// Back-pressure: a model that is faster than the store waits for it, so that the events in memory are bounded and no answer is lost.
extension LiveRun {
    /// A wait for the store, by the run's task or by the sender of text.
    struct StoreWait {
        let id: Int
        let resume: @Sendable (StoreWaitEnd) -> Void
        /// The time at which the store last persisted events of the run, or the wait started.
        var since: ContinuousClock.Instant
    }

    /// The result of a wait for the store.
    enum StoreWaitEnd {
        case stored
        case cancelled
        case gaveUp
    }

    /// Whether the sender of text must wait because the store is far behind the run's events.
    ///
    /// - Parameter resume: Called once when the wait is over, if there is one.
    /// - Throws: ``Problem`` when the store has persisted nothing for a long time.
    func holdsForStore(orCall resume: @escaping @Sendable () -> Void) throws(Problem) -> Bool {
        let (holds, hasGivenUp) = state.withLock { state in
            guard state.log.unstoredBytes > Self.maximumUnstoredBytes, !state.hasGivenUpOnStore else {
                return (false, state.hasGivenUpOnStore)
            }
            state.waitForStore { _ in resume() }
            return (true, false)
        }
        if hasGivenUp { throw Self.storeProblem }
        if holds { requestStorage() }
        return holds
    }

    /// Waits until the store is no longer far behind the run's events; usually returns at once.
    ///
    /// The work that appends events calls it between them; meanwhile nothing is read from the model.
    ///
    /// - Throws: ``Problem`` when the store persists nothing for a long time; `CancellationError`.
    func waitForStore() async throws {
        guard unstoredBytes > Self.maximumUnstoredBytes else { return }
        let id = state.withLock { $0.makeStoreWaitID() }
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let end: StoreWaitEnd? = state.withLock { state in
                    if state.log.unstoredBytes <= Self.maximumUnstoredBytes { return .stored }
                    // Checked under the lock that the handler below acquires too: either the handler has run, or it finds the wait.
                    if Task.isCancelled { return .cancelled }
                    state.storeWaits.append(StoreWait(id: id, resume: { waiter.resume(returning: $0) }, since: .now))
                    return nil
                }
                if let end { waiter.resume(returning: end) } else { requestStorage() }
            }
        } onCancel: {
            state.withLock { $0.dequeueStoreWait(id) }?.resume(.cancelled)
        }
        switch end {
        case .stored: return
        case .cancelled: throw CancellationError()
        case .gaveUp: throw Self.storeProblem
        }
    }

    private static var storeProblem: Problem {
        Problem(
            .overloaded,
            detail: "the server could not store the answer fast enough and ended the run; send the request again later",
            retryAfterSeconds: 5
        )
    }

    /// Ends the waits during which the store has persisted nothing for a long time.
    func giveUpOnStore(at time: ContinuousClock.Instant) {
        let waits = state.withLock { state in
            guard state.storeWaits.contains(where: { time - $0.since >= Self.storePatience }) else {
                return [StoreWait]()
            }
            state.hasGivenUpOnStore = true
            return state.dequeueStoreWaits()
        }
        for wait in waits { wait.resume(.gaveUp) }
    }

    /// The unstored bytes from which the work waits.
    static var maximumUnstoredBytes: Int { 2 * 1024 * 1024 }
    /// The unstored bytes at which the work continues.
    static var fewUnstoredBytes: Int { 512 * 1024 }
    private static var storePatience: Duration { .seconds(30) }
}

extension LiveRun.State {
    /// Removes and returns all waits.
    mutating func dequeueStoreWaits() -> [LiveRun.StoreWait] {
        defer { storeWaits = [] }
        return storeWaits
    }

    fileprivate mutating func makeStoreWaitID() -> Int {
        lastStoreWait += 1
        return lastStoreWait
    }

    fileprivate mutating func waitForStore(_ resume: @escaping @Sendable (LiveRun.StoreWaitEnd) -> Void) {
        storeWaits.append(LiveRun.StoreWait(id: makeStoreWaitID(), resume: resume, since: .now))
    }

    fileprivate mutating func dequeueStoreWait(_ id: Int) -> LiveRun.StoreWait? {
        storeWaits.firstIndex { $0.id == id }.map { storeWaits.remove(at: $0) }
    }
}
