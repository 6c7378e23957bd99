/// The limits of a client; header fields and replies contain these words.
public enum LimitName: String, Sendable, Hashable, CaseIterable {
    /// Requests in a minute.
    case requestsPerMinute = "requests-per-minute"

    /// Runs at the same time.
    case concurrentRuns = "concurrent-runs"

    /// Tokens in a minute.
    case tokensPerMinute = "tokens-per-minute"

    /// Tokens in a day.
    case tokensPerDay = "tokens-per-day"

    /// Tokens in a month.
    case tokensPerMonth = "tokens-per-month"

    /// Money in a day, in millionths.
    case moneyPerDay = "money-per-day"

    /// Money in a month, in millionths.
    case moneyPerMonth = "money-per-month"

    /// Whether the limit counts money.
    public var isMoney: Bool { self == .moneyPerDay || self == .moneyPerMonth }
}

/// The remaining amount of a limit.
public struct LimitStatus: Sendable, Hashable {
    /// The limit.
    public var name: LimitName

    /// The size of the limit; money in millionths.
    public var quota: Int

    /// The amount that is neither spent nor reserved.
    public var remaining: Int

    /// The amount that running turns have reserved; 0 for a limit without reservations.
    public var reserved: Int

    /// The time until the whole limit is available again, in seconds; nil if it is unknown, as for runs.
    public var resetSeconds: Int?

    /// Makes a value.
    public init(name: LimitName, quota: Int, remaining: Int, reserved: Int = 0, resetSeconds: Int?) {
        self.name = name
        self.quota = quota
        self.remaining = remaining
        self.reserved = reserved
        self.resetSeconds = resetSeconds
    }
}
