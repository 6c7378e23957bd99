/// The waits between the attempts to reach a server.
public struct ReconnectPolicy: Sendable, Equatable {
    /// The longest wait before the first repetition; each further one is twice as long.
    public var firstDelay: Duration
    /// The longest wait of all.
    public var maximumDelay: Duration
    /// The number of attempts in a row that bring nothing new, after which the last error is thrown.
    public var maximumAttempts: Int
    /// The longest `Retry-After` that is waited for; a longer one is thrown as an error at once.
    public var maximumRetryAfter: Duration

    /// Makes a policy; the standard one gives up after about three minutes.
    public init(
        firstDelay: Duration = .milliseconds(250),
        maximumDelay: Duration = .seconds(8),
        maximumAttempts: Int = 30,
        maximumRetryAfter: Duration = .seconds(60)
    ) {
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.maximumAttempts = maximumAttempts
        self.maximumRetryAfter = maximumRetryAfter
    }

    /// A policy without repetitions.
    public static var never: ReconnectPolicy { ReconnectPolicy(maximumAttempts: 1) }
}
