/// The failed requests that are sent again, how often, and after what time.
///
/// The limit of the wait grows with each attempt, and the wait is a random part of it ("full jitter"), so that the clients of a server
/// that failed do not all return at the same time.
///
/// ```swift
/// let response = try await client.send(request, retrying: RetryPolicy(maximumAttempts: 4))
/// ```
public struct RetryPolicy: Sendable, Hashable {
    /// The most attempts at a request, with the first one.
    public var maximumAttempts: Int
    /// The methods that may be repeated without harm.
    ///
    /// Requests with other methods are sent again only after an error whose ``TransportError/isRetrySafe`` is true, and after an answer
    /// in ``refusals``.
    public var methods: Set<HTTPMethod>
    /// The statuses after which a request of one of the ``methods`` is sent again.
    public var statuses: Set<Int>
    /// The statuses that say that the server did nothing, after which a request of any method is sent again.
    public var refusals: Set<Int>
    /// The errors after which a request is sent again.
    public var faults: Set<TransportError.Code>
    /// The longest wait after the first attempt; it doubles with each attempt.
    public var baseDelay: Duration
    /// The longest wait after any attempt.
    public var maximumDelay: Duration
    /// The longest wait for which a server may ask in `Retry-After`.
    public var maximumRetryAfter: Duration
    /// The limit on the time of all attempts and waits until a response header; `nil` for no limit.
    ///
    /// A wait that would exceed it does not start, and an attempt that exceeds it is cancelled.
    public var deadline: Duration?

    /// The statuses of temporary failures: 408, 425, 429, 500, 502, 503, 504.
    public static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// The statuses of these that say that the request was not processed: 408, 425, 429, 503.
    public static let refusingStatuses: Set<Int> = [408, 425, 429, 503]

    /// The errors that may be temporary: no address, no connection, or no answer on it.
    public static let passingFaults: Set<TransportError.Code> = [
        .resolve, .connect, .send, .firstByte, .timeout(.connect), .timeout(.firstByte),
    ]

    /// A policy; the defaults suit requests for which a person waits.
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

    /// Whether another attempt may have a better outcome.
    func isWorthRetrying(_ outcome: AttemptOutcome, method: HTTPMethod) -> Bool {
        switch outcome {
        case .answered(let status, _):
            refusals.contains(status) || (statuses.contains(status) && methods.contains(method))
        case .failed(let error):
            faults.contains(error.code) && (error.isRetrySafe || methods.contains(method))
        }
    }

    /// The longest wait after an attempt, counted from 1.
    func delayLimit(afterAttempt attempt: Int) -> Duration {
        var limit = min(baseDelay, maximumDelay)
        for _ in 1..<max(1, attempt) {
            if limit >= maximumDelay || limit <= .zero { break }
            limit = min(limit * 2, maximumDelay)
        }
        return max(limit, .zero)
    }
}
