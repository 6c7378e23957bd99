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
