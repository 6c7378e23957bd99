import Synchronization

/// A signal for each event of the code under test, and the wait of a test for a condition that such events fulfil.
///
/// The condition is looked at after events only, so a waiting test needs no processor.
package final class TestSignal: Sendable {
    private struct State {
        var count = 0
        var waiters: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Signals that something has happened.
    package func raise() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Returns when a condition holds, which is looked at now and after each signal.
    ///
    /// - Throws: The error of the condition; `CancellationError`.
    package func eventually(_ isMet: () async throws -> Bool) async throws {
        while true {
            let count = state.withLock { $0.count }
            if try await isMet() { return }
            let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
            // A signal during the look at the condition is not lost.
            let isNew = state.withLock { state in
                if state.count == count { state.waiters.append(waiter) }
                return state.count != count
            }
            if !isNew { for await _ in stream {} }
            try Task.checkCancellation()
        }
    }
}
