import Synchronization

/// An event that happens once and that one task can wait for.
final class OneTimeSignal: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Void, Never>)
        case over
    }

    private let state = Mutex(State.pending)

    /// Signals the event; a second call has no effect.
    func signal() {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            defer { state = .over }
            if case .awaited(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume()
    }

    /// Waits for the event; cancelling the task signals it.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    guard case .pending = state else { return true }
                    state = .awaited(waiter)
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            signal()
        }
    }
}
