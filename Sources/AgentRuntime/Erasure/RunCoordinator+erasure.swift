import Synchronization

extension RunCoordinator {
    /// Keeps new runs of a client out until ``admit(_:)``.
    func keepOut(_ client: String) { state.withLock { $0.erasures[client, default: 0] += 1 } }

    /// Lets runs of a client in again.
    func admit(_ client: String) {
        state.withLock { state in
            guard let count = state.erasures[client] else { return }
            state.erasures[client] = count > 1 ? count - 1 : nil
        }
    }

    /// Stops all runs of a client that is kept out, and returns when they are stored to their ends and the journal has nothing of them.
    func clear(_ client: String, _ reason: RunStateMachine.StopReason) async {
        for run in liveRuns where run.identity.client == client { stop(run, reason) }
        await withCheckedContinuation { waiter in
            let isClear = state.withLock { state in
                let isClear = !state.runs.values.contains { $0.identity.client == client }
                if !isClear { state.erasureWaiters.append((client, waiter)) }
                return isClear
            }
            if isClear { waiter.resume() }
        }
        // A crash must not bring back out of the journal what is deleted from the store.
        await writer.flush()
    }
}
