/// Decides after each attempt at a request whether there is another one, and when.
///
/// It is told how much time has passed and given the random numbers; it waits for nothing.
struct RetryStateMachine {
    /// What comes after an attempt.
    enum Decision: Equatable {
        /// Wait, then try again.
        case retry(after: Duration)
        /// The outcome of the attempt is the outcome of the request.
        case end(Reason)
    }

    /// Why there is no other attempt.
    enum Reason: Equatable {
        /// It went well, or failed in a way that another attempt would not better or must not be risked.
        case final
        /// All attempts are used up.
        case attemptsUsedUp
        /// The wait would last beyond the deadline.
        case deadline
    }

    /// How many attempts have ended.
    private(set) var attempts = 0
    private let policy: RetryPolicy
    private let method: HTTPMethod

    /// A machine before the first attempt.
    init(policy: RetryPolicy, method: HTTPMethod) {
        self.policy = policy
        self.method = method
    }

    /// Takes the outcome of an attempt and decides.
    ///
    /// - Parameters:
    ///   - outcome: How the attempt ended.
    ///   - elapsed: The time since the first attempt began.
    ///   - generator: Where the jitter comes from.
    mutating func attemptEnded(
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

    /// What the back-off draws, or what the server asks for if that is longer.
    private func delay(after outcome: AttemptOutcome, using generator: inout some RandomNumberGenerator) -> Duration {
        let limit = policy.delayLimit(afterAttempt: attempts)
        let nanoseconds = Int64(clamping: limit.attoseconds / 1_000_000_000)
        let jittered = Duration.nanoseconds(Int64.random(in: 0...nanoseconds, using: &generator))
        guard case .answered(_, let retryAfter?) = outcome else { return jittered }
        return max(jittered, min(retryAfter, policy.maximumRetryAfter))
    }
}
