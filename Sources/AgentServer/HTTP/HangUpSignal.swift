import Synchronization

/// Tells whoever waits that the peer of a connection has hung up.
///
/// Waiting does not touch the request stream, so the connection can take its next request afterwards.
final class HangUpSignal: Sendable {
    private struct State {
        var hasHungUp = false
        var lastID = 0
        var cancelledEarly: Set<Int> = []
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The peer has hung up: lets everyone go who waits, now and later.
    func signal() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            state.hasHungUp = true
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the peer hangs up, or the task is cancelled.
    func wait() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { state.withLock { _ = $0.cancelledEarly.remove(id) } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if state.hasHungUp || state.cancelledEarly.contains(id) { return true }
                    state.waiters[id] = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelledEarly.insert(id)
                return state.waiters.removeValue(forKey: id)
            }
            waiter?.resume()
        }
    }
}
