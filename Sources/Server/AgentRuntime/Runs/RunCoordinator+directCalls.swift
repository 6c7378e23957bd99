import AgentWire
import Storage
import Synchronization

extension RunCoordinator {
    /// Shows the end of a direct call to its readers; the call stays in memory until the store has it.
    ///
    /// The readers need not wait for the disk, because only the run itself is stored. The journal has the end before it is shown, so
    /// that it survives the process. While the store fails, the calls beyond ``RunLimits/unstoredCalls`` are dropped.
    func endDirectCall(_ run: LiveRun, _ ending: LiveRun.Ending, usage: WireUsage) {
        run.end(ending, at: now(), isStored: false)
        notifyObservers(of: run, ending.status, usage: usage)
        let bytes = run.identity.request.utf8.count + run.unstoredBytes
        let (surplus, isUrgent) = state.withLock { state in
            // The store may have it already.
            guard state.runs[run.id] != nil else { return ([LiveRun](), false) }
            let wereMany = state.endedCalls.areMany
            let surplus = state.endedCalls.add(
                run.id,
                of: run.identity.owner,
                bytes: bytes,
                hasKey: run.identity.idempotencyKey != nil
            )
            // Only once, so that a failing store is not tried again by each call.
            let becameMany = state.endedCalls.areMany && !wereMany
            return (surplus.compactMap { state.runs[$0] }, becameMany || state.isStopping)
        }
        forget(surplus)
        if isUrgent { writer.requestFlush() }
    }

    /// Drops the direct calls that the store has.
    ///
    /// When the server stops, it also drops those that the store refused.
    ///
    /// The others stay, because a successful flush discards the journal, which then has no events of runs that are not in memory.
    ///
    /// - Parameter over: The runs that were over before the flush.
    @Sendable func removeStoredCalls(_ over: [LiveRun]) {
        let isStopping = isStopping
        forget(over.filter { $0.identity.isDirectCall && (isStopping || $0.isWholeInStore) })
    }
}
