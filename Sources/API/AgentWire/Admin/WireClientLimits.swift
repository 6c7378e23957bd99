/// The limits of a client; `nil` is no limit.
public struct WireClientLimits: WireRecord {
    /// Turns and tool calls that may start in a minute.
    public var requestsPerMinute: Int?
    /// Turns that may run at the same time.
    public var concurrentRuns: Int?
    /// Tokens, read and written together, in a minute.
    public var tokensPerMinute: Int?
    /// Tokens in a day.
    public var tokensPerDay: Int?
    /// Tokens in a month.
    public var tokensPerMonth: Int?
    /// Money in a day, as a decimal text such as `2.50`, because a JSON number would be rounded.
    public var moneyPerDay: String?
    /// Money in a month, as a decimal text.
    public var moneyPerMonth: String?
    /// The IANA name of the time zone in which days and months start; `nil` for UTC.
    public var timeZone: String?
    /// The names of the models, each perhaps with a star at its end; `nil` for every model.
    public var models: [String]?
    /// The most reasoning before an answer.
    public var effort: ReasoningEffort?

    /// Makes limits.
    public init(
        requestsPerMinute: Int? = nil,
        concurrentRuns: Int? = nil,
        tokensPerMinute: Int? = nil,
        tokensPerDay: Int? = nil,
        tokensPerMonth: Int? = nil,
        moneyPerDay: String? = nil,
        moneyPerMonth: String? = nil,
        timeZone: String? = nil,
        models: [String]? = nil,
        effort: ReasoningEffort? = nil
    ) {
        (self.requestsPerMinute, self.concurrentRuns) = (requestsPerMinute, concurrentRuns)
        (self.tokensPerMinute, self.tokensPerDay) = (tokensPerMinute, tokensPerDay)
        (self.tokensPerMonth, self.moneyPerDay) = (tokensPerMonth, moneyPerDay)
        (self.moneyPerMonth, self.timeZone) = (moneyPerMonth, timeZone)
        (self.models, self.effort) = (models, effort)
    }

    /// The form of an amount of money, for people.
    package static let amountRule =
        "must be an amount as a text, such as \"2.50\", with at most six decimal places"

    private static let count = WireSchema.integer(from: 1)
    private static let models = WireSchema.list(
        of: .nonEmptyText(),
        "Names of models, each perhaps with a star at its end.",
        most: 64
    )
    private static let amountNote = "An amount, such as \"2.50\"."

    // In answers too an unknown limit is refused, because a client writes limits back as a whole and would delete it.
    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "Limits",
        Self.init,
        .maybe("requests_per_minute", \.requestsPerMinute, as: count),
        .maybe("concurrent_runs", \.concurrentRuns, as: count),
        .maybe("tokens_per_minute", \.tokensPerMinute, as: count),
        .maybe("tokens_per_day", \.tokensPerDay, as: count),
        .maybe("tokens_per_month", \.tokensPerMonth, as: count),
        .maybe("money_per_day", \.moneyPerDay, amountNote, read: .amount),
        .maybe("money_per_month", \.moneyPerMonth, amountNote, read: .amount),
        .maybe("time_zone", \.timeZone),
        .maybe("models", \.models, as: models),
        .maybe("effort", \.effort, "The most reasoning before an answer.")
    )
}

extension FieldReading<String> {
    /// An amount of money as a text, because a JSON number would be rounded.
    fileprivate static let amount = FieldReading { fields, name in
        guard let text = fields.string(name) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        if areDigits, parts.count == 1 || parts[1].count <= 6 { return text }
        fields.reject(name, WireClientLimits.amountRule)
        return nil
    }
}
