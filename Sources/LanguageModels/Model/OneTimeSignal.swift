import Synchronization

/// Something that happens once, for which one task may wait.
final class OneTimeSignal: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Void, Never>)
        case over
    }

    private let state = Mutex(State.pending)

    /// It has happened; of no effect the second time.
    func signal() {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            defer { state = .over }
            if case .awaited(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume()
    }

    /// Waits until it has happened, or the task is cancelled; cancelled, it counts as having happened.
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
