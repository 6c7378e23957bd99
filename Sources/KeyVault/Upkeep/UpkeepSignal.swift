import Synchronization

/// A signal that wakes the one task that waits for it; without a waiter it is kept for the next one.
final class UpkeepSignal: Sendable {
    // One process: the upkeep is woken by changes in this process.
    private struct State {
        var isRaised = false
        var waiter: AsyncStream<Void>.Continuation?
        var observer: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Wakes the waiting task, or the next task that waits.
    func raise() {
        let (waiter, observer) = state.withLock { state in
            state.isRaised = state.waiter == nil
            defer { state.waiter = nil }
            return (state.waiter, state.observer)
        }
        waiter?.finish()
        observer?()
    }

    /// Sets a function that is called at each signal.
    func observe(_ observer: @escaping @Sendable () -> Void) { state.withLock { $0.observer = observer } }

    /// Waits for a signal, or until the task is cancelled.
    func wait() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let isRaised = state.withLock { state in
            defer { state.isRaised = false }
            if !state.isRaised { state.waiter = continuation }
            return state.isRaised
        }
        if isRaised { return }
        for await _ in stream {}
        // A cancelled waiter must not consume the next signal.
        state.withLock { $0.waiter = nil }
    }
}
