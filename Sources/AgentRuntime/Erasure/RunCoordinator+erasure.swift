import AgentWire
import Synchronization

extension RunCoordinator {
    /// Keeps new runs of a client out until ``admit(_:)``; false when another erasure does already, and then this one counts as well.
    @discardableResult
    func keepOut(_ client: String) -> Bool {
        state.withLock { state in
            state.erasures[client, default: 0] += 1
            return state.erasures[client] == 1
        }
    }

    /// Lets runs of a client in again, once no other erasure keeps them out.
    func admit(_ client: String) {
        state.withLock { state in
            guard let count = state.erasures[client] else { return }
            state.erasures[client] = count > 1 ? count - 1 : nil
        }
    }

    /// Keeps new runs of a client out because an earlier process did not finish its erasure.
    func keepOutUntilErased(_ client: String) { state.withLock { _ = $0.unfinishedErasures.insert(client) } }

    /// The erasure of an earlier process is finished.
    func isErased(_ client: String) { state.withLock { _ = $0.unfinishedErasures.remove(client) } }

    /// The problem of a request that comes while the client's conversations are erased.
    static var erasing: Problem {
        Problem(
            .conflict,
            detail: "the conversations of this client are being deleted; send the request again when that is done",
            retryAfterSeconds: 1
        )
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
