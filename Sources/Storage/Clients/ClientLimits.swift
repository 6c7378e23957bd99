/// How much a client may do; what is nil has no limit.
public struct ClientLimits: Sendable, Hashable {
    /// Turns and tool calls that may begin in a minute, all of them at once if the client likes.
    public var requestsPerMinute: Int?

    /// Turns that may run at the same time.
    public var concurrentRuns: Int?

    /// Tokens, read and written together, in a minute.
    public var tokensPerMinute: Int?

    /// Tokens in a day.
    public var tokensPerDay: Int?

    /// Tokens in a month.
    public var tokensPerMonth: Int?

    /// Money in a day.
    public var moneyPerDay: Money?

    /// Money in a month.
    public var moneyPerMonth: Money?

    /// The IANA time zone in which days and months begin; nil for UTC.
    public var timeZone: String?

    /// No limit at all.
    public static let none = ClientLimits()

    /// Limits, each of which may be left out.
    public init(
        requestsPerMinute: Int? = nil,
        concurrentRuns: Int? = nil,
        tokensPerMinute: Int? = nil,
        tokensPerDay: Int? = nil,
        tokensPerMonth: Int? = nil,
        moneyPerDay: Money? = nil,
        moneyPerMonth: Money? = nil,
        timeZone: String? = nil
    ) {
        self.requestsPerMinute = requestsPerMinute
        self.concurrentRuns = concurrentRuns
        self.tokensPerMinute = tokensPerMinute
        self.tokensPerDay = tokensPerDay
        self.tokensPerMonth = tokensPerMonth
        self.moneyPerDay = moneyPerDay
        self.moneyPerMonth = moneyPerMonth
        self.timeZone = timeZone
    }

    /// Whether something is counted by days or months, and so must outlive the process.
    public var hasBudget: Bool { tokensPerDay != nil || tokensPerMonth != nil || hasMoneyBudget }

    /// Whether money is counted.
    public var hasMoneyBudget: Bool { moneyPerDay != nil || moneyPerMonth != nil }
}
