import Synchronization

/// Lets one task wait until a number of others have arrived, or one of them has failed.
public final class Latch: Sendable {
    private struct State {
        var missing: Int
        var failure: (any Error)?
        var waiter: CheckedContinuation<Void, any Error>?

        /// Returns the waiter, if there is one and it can be resumed.
        mutating func takeWaiter() -> CheckedContinuation<Void, any Error>? {
            missing <= 0 || failure != nil ? waiter.take() : nil
        }
    }

    private let state: Mutex<State>

    /// Makes a latch that opens after a number of arrivals.
    public init(_ count: Int) {
        state = Mutex(State(missing: count))
    }

    /// Counts an arrival.
    public func arrive() {
        let waiter = state.withLock { state in
            state.missing -= 1
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// Fails the wait.
    public func fail(_ error: any Error) {
        let waiter = state.withLock { state in
            state.failure = state.failure ?? error
            return state.takeWaiter()
        }
        waiter?.resume(throwing: error)
    }

    /// Waits until all have arrived; throws if one has failed.
    public func wait() async throws {
        try await withCheckedThrowingContinuation { waiter in
            let result: Result<Void, any Error>? = state.withLock { state in
                if let failure = state.failure { return .failure(failure) }
                if state.missing <= 0 { return .success(()) }
                state.waiter = waiter
                return nil
            }
            if let result { waiter.resume(with: result) }
        }
    }
}
