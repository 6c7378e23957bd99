import AgentWire
import Synchronization

extension RunCoordinator {
    /// Blocks new runs of a client until ``unblock(_:)``; false when another erasure blocks them already, which then counts as well.
    @discardableResult
    func block(_ client: String) -> Bool {
        state.withLock { state in
            state.erasures[client, default: 0] += 1
            return state.erasures[client] == 1
        }
    }

    /// Accepts runs of a client again, once no other erasure blocks them.
    func unblock(_ client: String) {
        state.withLock { state in
            guard let count = state.erasures[client] else { return }
            state.erasures[client] = count > 1 ? count - 1 : nil
        }
    }

    /// Blocks new runs of a client because an earlier process did not finish its erasure.
    func blockUntilErased(_ client: String) { state.withLock { _ = $0.unfinishedErasures.insert(client) } }

    /// Records that the erasure of an earlier process is finished.
    func finishErasure(of client: String) { state.withLock { _ = $0.unfinishedErasures.remove(client) } }

    /// Whether a client's data is being erased.
    func isErasing(_ client: String) -> Bool { state.withLock { $0.isErasing(client) } }

    /// The problem of a request that arrives while the client's conversations are being erased.
    static var erasing: Problem {
        Problem(
            .conflict,
            detail: "the conversations of this client are being deleted; send the request again when that is done",
            retryAfterSeconds: 1
        )
    }

    /// Stops all runs of a blocked client, and returns when their ends are stored and the journal has no events of theirs.
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
        // After a crash, the journal must not restore data that was deleted from the store.
        await writer.flush()
    }
}
