import AgentWire
import Foundation
import Storage
import Synchronization

extension RunCoordinator {
    /// Blocks new runs of an owner until ``unblock(_:)``; false when another erasure blocks them already, which then counts as well.
    @discardableResult
    func block(_ owner: Owner) -> Bool {
        state.withLock { state in
            state.erasures[owner, default: 0] += 1
            return state.erasures[owner] == 1
        }
    }

    /// Accepts runs of an owner again, once no other erasure blocks them.
    func unblock(_ owner: Owner) {
        state.withLock { state in
            guard let count = state.erasures[owner] else { return }
            state.erasures[owner] = count > 1 ? count - 1 : nil
        }
    }

    /// Blocks new runs of an owner because an earlier process did not finish its erasure.
    func blockUntilErased(_ owner: Owner) { state.withLock { _ = $0.unfinishedErasures.insert(owner) } }

    /// Records that the erasure of an earlier process is finished.
    func finishErasure(of owner: Owner) { state.withLock { _ = $0.unfinishedErasures.remove(owner) } }

    /// Whether an erasure did not finish, so that its owner is still blocked.
    var hasUnfinishedErasures: Bool {
        state.withLock { !$0.unfinishedErasures.isEmpty || $0.erasedUsers.values.contains(.distantFuture) }
    }

    /// Blocks a user that is erased until ``endErasure(ofUser:)``, or a later attempt if this one fails.
    func beginErasure(ofUser owner: Owner) { state.withLock { $0.erasedUsers[owner] = .distantFuture } }

    /// Records that a user is erased; requests that started before are refused for ten minutes.
    ///
    /// Later ones are another user's.
    func endErasure(ofUser owner: Owner) {
        let time = now()
        state.withLock { state in
            state.erasedUsers = state.erasedUsers.filter { time.timeIntervalSince($0.value) < 600 }
            state.erasedUsers[owner] = time
        }
    }

    /// Whether an owner is a user that is being erased, or was a moment ago.
    func isErased(_ owner: Owner) -> Bool { state.withLock { $0.erasedUsers[owner] != nil } }

    /// Whether an owner's data is being erased, or was a moment ago.
    func isErasing(_ owner: Owner) -> Bool { state.withLock { $0.isErasing(owner) } }

    /// The problem of a request that arrives while the client's conversations are being erased.
    static var erasing: Problem {
        Problem(
            .conflict,
            detail: "the conversations of this client are being deleted; send the request again when that is done",
            retryAfterSeconds: 1
        )
    }

    /// Stops all runs of blocked owners, and returns when their ends are stored and the journal has no events of theirs.
    func clear(
        _ reason: RunStateMachine.StopReason,
        where erased: @escaping @Sendable (Owner) -> Bool
    ) async {
        for run in liveRuns where erased(run.identity.owner) { stop(run, reason) }
        await withCheckedContinuation { waiter in
            let isClear = state.withLock { state in
                let isClear = !state.runs.values.contains { erased($0.identity.owner) }
                if !isClear { state.erasureWaiters.append((erased, waiter)) }
                return isClear
            }
            if isClear { waiter.resume() }
        }
        // After a crash, the journal must not restore data that was deleted from the store.
        await writer.flush()
    }
}
