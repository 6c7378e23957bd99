import Synchronization

/// A signal that something changed, for one waiting task.
///
/// Several signals before a wait are one, and a signal without a waiting task is kept for the next wait.
package final class ChangeSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiter: AsyncStream<Void>.Continuation?
        var observer: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Makes a signal that is not raised.
    package init() {}

    /// Wakes the waiting task, or the next task that waits.
    package func raise() {
        let observer = state.withLock { state in
            state.isRaised = true
            state.waiter?.yield()
            return state.observer
        }
        observer?()
    }

    /// Sets a function that is called at each signal.
    package func observe(_ observer: @escaping @Sendable () -> Void) { state.withLock { $0.observer = observer } }

    /// Waits for a signal since the last wait, or until the task is cancelled.
    package func wait() async {
        // A new stream for each wait, because the cancellation of a wait ends its stream.
        let (stream, waiter) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.waiter = waiter
            if state.isRaised { waiter.yield() }
        }
        defer { state.withLock { $0.waiter = nil } }
        // A cancelled wait keeps the signal for the next one.
        for await _ in stream {
            state.withLock { $0.isRaised = false }
            return
        }
    }
}
