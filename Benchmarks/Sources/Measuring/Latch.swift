import Synchronization

/// Lets one task wait until a number of others have come to a point, or one of them has failed.
public final class Latch: Sendable {
    private struct State {
        var missing: Int
        var failure: (any Error)?
        var waiter: CheckedContinuation<Void, any Error>?

        /// The waiter, when there is one and something to tell it.
        mutating func takeWaiter() -> CheckedContinuation<Void, any Error>? {
            missing <= 0 || failure != nil ? waiter.take() : nil
        }
    }

    private let state: Mutex<State>

    /// A latch that opens after so many arrivals.
    public init(_ count: Int) {
        state = Mutex(State(missing: count))
    }

    /// Somebody has come to the point.
    public func arrive() {
        let waiter = state.withLock { state in
            state.missing -= 1
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// Somebody never will.
    public func fail(_ error: any Error) {
        let waiter = state.withLock { state in
            state.failure = state.failure ?? error
            return state.takeWaiter()
        }
        waiter?.resume(throwing: error)
    }

    /// Waits until all have arrived; throws when one has failed.
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
