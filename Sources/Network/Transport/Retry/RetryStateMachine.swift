/// The state of the attempts at a request, which decides after each one whether and when there is another.
///
/// The caller passes the time and the random numbers, and does the waiting.
struct RetryStateMachine {
    /// The decision after an attempt.
    enum Decision: Equatable {
        /// Wait, then try again.
        case retry(after: Duration)
        /// The outcome of the attempt is the outcome of the request.
        case end(Reason)
    }

    /// The reason for which there is no other attempt.
    enum Reason: Equatable {
        /// The attempt succeeded, or another one could not succeed or must not be risked.
        case final
        /// All attempts are used.
        case attemptsUsedUp
        /// The wait would exceed the deadline.
        case deadline
    }

    /// The number of attempts that have ended.
    private(set) var attempts = 0
    private let policy: RetryPolicy
    private let method: HTTPMethod

    /// A machine before the first attempt.
    init(policy: RetryPolicy, method: HTTPMethod) {
        self.policy = policy
        self.method = method
    }

    /// Records the outcome of an attempt and decides.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the attempt.
    ///   - elapsed: The time since the start of the first attempt.
    ///   - generator: The source of the jitter.
    mutating func recordAttempt(
        _ outcome: AttemptOutcome,
        elapsed: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> Decision {
        attempts += 1
        guard policy.isWorthRetrying(outcome, method: method) else { return .end(.final) }
        guard attempts < policy.maximumAttempts else { return .end(.attemptsUsedUp) }
        let delay = delay(after: outcome, using: &generator)
        if let deadline = policy.deadline, elapsed + delay >= deadline { return .end(.deadline) }
        return .retry(after: delay)
    }

    /// Returns a random wait up to the back-off's limit, or the one that the server asks for if that is longer.
    private func delay(after outcome: AttemptOutcome, using generator: inout some RandomNumberGenerator) -> Duration {
        let limit = policy.delayLimit(afterAttempt: attempts)
        let nanoseconds = Int64(clamping: limit.attoseconds / 1_000_000_000)
        let jittered = Duration.nanoseconds(Int64.random(in: 0...nanoseconds, using: &generator))
        guard case .answered(_, let retryAfter?) = outcome else { return jittered }
        return max(jittered, min(retryAfter, policy.maximumRetryAfter))
    }
}

/// The outcome of an attempt, as far as the decision on another one needs it.
enum AttemptOutcome: Sendable, Hashable {
    /// A response header.
    case answered(status: Int, retryAfter: Duration?)
    /// No response header.
    case failed(TransportError)
}
