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
        var listeners: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// The peer has hung up: lets everyone go who waits, now and later.
    func signal() {
        let (waiters, listeners) = state.withLock { state in
            defer {
                state.waiters = [:]
                state.listeners = [:]
            }
            state.hasHungUp = true
            return (Array(state.waiters.values), Array(state.listeners.values))
        }
        for waiter in waiters { waiter.resume() }
        for listener in listeners { listener() }
    }

    /// Has `body` called when the peer hangs up, at once if it has; without a task that waits for it.
    ///
    /// - Returns: What ``forget(_:)`` takes.
    func whenSignalled(_ body: @escaping @Sendable () -> Void) -> Int {
        let (id, hasHungUp) = state.withLock { state in
            state.lastID += 1
            if !state.hasHungUp { state.listeners[state.lastID] = body }
            return (state.lastID, state.hasHungUp)
        }
        if hasHungUp { body() }
        return id
    }

    /// Calls it no more.
    func forget(_ listener: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: listener) } }

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
