/// The limits of a client; a property that is `nil` sets no limit.
public struct ClientLimits: Sendable, Hashable {
    /// The turns and tool calls that may start in a minute, all at once if the client likes.
    public var requestsPerMinute: Int?

    /// The turns that may run at the same time.
    public var concurrentRuns: Int?

    /// The tokens in a minute, input and output together.
    public var tokensPerMinute: Int?

    /// The tokens in a day.
    public var tokensPerDay: Int?

    /// The tokens in a month.
    public var tokensPerMonth: Int?

    /// The money in a day.
    public var moneyPerDay: Money?

    /// The money in a month.
    public var moneyPerMonth: Money?

    /// The IANA time zone in which days and months start; `nil` for UTC.
    public var timeZone: String?

    /// The names of the models that its turns may use, each perhaps with a star at its end; `nil` for every model.
    public var models: [String]?

    /// The most reasoning before an answer, one of the words of a plan; `nil` for no limit.
    public var effort: String?

    /// No limits.
    public static let none = ClientLimits()

    /// Makes limits; each may be left out.
    public init(
        requestsPerMinute: Int? = nil,
        concurrentRuns: Int? = nil,
        tokensPerMinute: Int? = nil,
        tokensPerDay: Int? = nil,
        tokensPerMonth: Int? = nil,
        moneyPerDay: Money? = nil,
        moneyPerMonth: Money? = nil,
        timeZone: String? = nil,
        models: [String]? = nil,
        effort: String? = nil
    ) {
        self.requestsPerMinute = requestsPerMinute
        self.concurrentRuns = concurrentRuns
        self.tokensPerMinute = tokensPerMinute
        self.tokensPerDay = tokensPerDay
        self.tokensPerMonth = tokensPerMonth
        self.moneyPerDay = moneyPerDay
        self.moneyPerMonth = moneyPerMonth
        self.timeZone = timeZone
        self.models = models
        self.effort = effort
    }

    /// Whether a limit counts by days or months, so that usage must outlive the process.
    public var hasBudget: Bool { tokensPerDay != nil || tokensPerMonth != nil || hasMoneyBudget }

    /// Whether a limit counts money.
    public var hasMoneyBudget: Bool { moneyPerDay != nil || moneyPerMonth != nil }
}
