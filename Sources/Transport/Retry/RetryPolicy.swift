/// Which failed requests are sent again, how often, and how long to wait before.
///
/// The wait grows with each attempt and is drawn at random between nothing and its limit ("full jitter"), so that many clients
/// of a server that has failed do not come back in step.
///
/// ```swift
/// let response = try await client.send(request, retrying: RetryPolicy(maximumAttempts: 4))
/// ```
public struct RetryPolicy: Sendable, Hashable {
    /// How often a request is sent at most, the first time included.
    public var maximumAttempts: Int
    /// The methods for which doing it twice does no harm.
    ///
    /// Other requests are only sent again after an error whose ``TransportError/isRetrySafe`` is true, and after an answer in
    /// ``refusals``.
    public var methods: Set<HTTPMethod>
    /// The statuses after which a request of one of the ``methods`` is sent again.
    public var statuses: Set<Int>
    /// The statuses that say that nothing has been done, so that a request of any method is sent again.
    public var refusals: Set<Int>
    /// The errors after which a request is sent again.
    public var faults: Set<TransportError.Code>
    /// The most that is waited after the first attempt; it doubles with each attempt.
    public var baseDelay: Duration
    /// The most that is waited after any attempt.
    public var maximumDelay: Duration
    /// The most that is waited because a server asks for it in `Retry-After`.
    public var maximumRetryAfter: Duration
    /// How long all attempts and waits together may take until a response header is there; `nil` for no limit.
    ///
    /// No wait begins that would last beyond it, and an attempt that does is cancelled.
    public var deadline: Duration?

    /// The statuses that tell of a fault that may pass: 408, 425, 429, 500, 502, 503, 504.
    public static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Of these the ones that say that the request was not worked on: 408, 425, 429, 503.
    public static let refusingStatuses: Set<Int> = [408, 425, 429, 503]

    /// The errors that may pass: no address, no connection, or no answer on it.
    public static let passingFaults: Set<TransportError.Code> = [
        .resolve, .connect, .send, .firstByte, .timeout(.connect), .timeout(.firstByte),
    ]

    /// A policy; unless told otherwise it suits requests that a person waits for.
    public init(
        maximumAttempts: Int = 3,
        methods: Set<HTTPMethod> = [.get, .head, .put, .delete],
        statuses: Set<Int> = RetryPolicy.passingStatuses,
        refusals: Set<Int> = RetryPolicy.refusingStatuses,
        faults: Set<TransportError.Code> = RetryPolicy.passingFaults,
        baseDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(10),
        maximumRetryAfter: Duration = .seconds(30),
        deadline: Duration? = .seconds(120)
    ) {
        self.maximumAttempts = maximumAttempts
        self.methods = methods
        self.statuses = statuses
        self.refusals = refusals
        self.faults = faults
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.maximumRetryAfter = maximumRetryAfter
        self.deadline = deadline
    }

    /// Whether the outcome of an attempt is one that another attempt may better.
    func isWorthRetrying(_ outcome: AttemptOutcome, method: HTTPMethod) -> Bool {
        switch outcome {
        case .answered(let status, _):
            refusals.contains(status) || (statuses.contains(status) && methods.contains(method))
        case .failed(let error):
            faults.contains(error.code) && (error.isRetrySafe || methods.contains(method))
        }
    }

    /// The most that the back-off waits after an attempt, counted from 1.
    func delayLimit(afterAttempt attempt: Int) -> Duration {
        var limit = min(baseDelay, maximumDelay)
        for _ in 1..<max(1, attempt) {
            if limit >= maximumDelay || limit <= .zero { break }
            limit = min(limit * 2, maximumDelay)
        }
        return max(limit, .zero)
    }
}
