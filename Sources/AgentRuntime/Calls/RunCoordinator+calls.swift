import AgentWire
import Storage
import Synchronization

extension RunCoordinator {
    /// Shows the end of a direct call to its readers; the call stays in memory until the store has it.
    ///
    /// Nobody waits for the disk because nothing but the run itself is stored. The journal has the end before it is shown, so that it
    /// outlives the process. While the store fails, the calls that do not fit into ``RunLimits/unstoredCalls`` are forgotten.
    func endDirectCall(_ run: LiveRun, _ ending: LiveRun.Ending, usage: WireUsage) {
        run.end(ending, at: now(), isStored: false)
        tell(run, ending.status, usage: usage)
        let bytes = run.identity.request.utf8.count + run.unstoredBytes
        let (surplus, isUrgent) = state.withLock { state in
            // The store may have taken it already.
            guard state.runs[run.id] != nil else { return ([LiveRun](), false) }
            let wereMany = state.endedCalls.areMany
            let surplus = state.endedCalls.add(
                run.id,
                of: run.identity.client,
                bytes: bytes,
                hasKey: run.identity.idempotencyKey != nil
            )
            // Once, because a store that fails is not asked again by each call.
            let becameMany = state.endedCalls.areMany && !wereMany
            return (surplus.compactMap { state.runs[$0] }, becameMany || state.isStopping)
        }
        forget(surplus)
        if isUrgent { writer.requestFlush() }
    }

    /// Forgets the direct calls that the store has; when the server stops, also those that the store did not take.
    ///
    /// The others stay, because a flush that succeeds discards the journal, which has nothing then of runs that are not in memory.
    ///
    /// - Parameter over: The runs that were over before the store was tried.
    @Sendable func endsWereTried(_ over: [LiveRun]) {
        let isStopping = isStopping
        forget(over.filter { $0.identity.isDirectCall && (isStopping || $0.isWholeInStore) })
    }
}
