/// The decisions about the repetition of a request: the number of attempts in a row without progress, and the wait before the next.
package struct Attempts: Sendable, Equatable {
    private let policy: ReconnectPolicy
    /// The number of attempts in a row that brought nothing new.
    package private(set) var failures = 0

    package init(_ policy: ReconnectPolicy) { self.policy = policy }

    /// Starts again with short waits, because an attempt has brought something new.
    package mutating func reset() { failures = 0 }

    /// Records an attempt that failed and returns the wait before the next one; `nil` if the error is final.
    ///
    /// - Parameter jitter: A random number from 0 to 1, which divides the clients of a server that has started again.
    package mutating func failed(_ error: ToriiError, jitter: Double) -> Duration? {
        failures += 1
        guard error.isTemporary, failures < policy.maximumAttempts else { return nil }
        if let retryAfter = error.retryAfter {
            guard retryAfter <= policy.maximumRetryAfter else { return nil }
            // The server names a time at which all its refused clients may return.
            return retryAfter + policy.firstDelay * jitter
        }
        var delay = policy.firstDelay
        for _ in 1..<failures where delay < policy.maximumDelay { delay += delay }
        return min(delay, policy.maximumDelay) * (0.5 + jitter / 2)
    }
}
