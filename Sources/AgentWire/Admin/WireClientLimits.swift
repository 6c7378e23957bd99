public import StreamingJSON

/// The limits of a client; `nil` is no limit.
public struct WireClientLimits: WireValue {
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
    /// The IANA name of the time zone in which days and months begin; `nil` for UTC.
    public var timeZone: String?

    /// Makes limits.
    public init(
        requestsPerMinute: Int? = nil,
        concurrentRuns: Int? = nil,
        tokensPerMinute: Int? = nil,
        tokensPerDay: Int? = nil,
        tokensPerMonth: Int? = nil,
        moneyPerDay: String? = nil,
        moneyPerMonth: String? = nil,
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

    /// The form of an amount of money, for people.
    package static let amountRule =
        "must be an amount as a text, such as \"2.50\", with at most six decimal places"

    /// Reads limits; one that is missing or `null` is no limit.
    ///
    /// An unknown limit is refused in answers too, because a client writes limits back as a whole and would delete it.
    ///
    /// - Throws: ``WireError`` with every field that is unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: [
                "requests_per_minute", "concurrent_runs", "tokens_per_minute", "tokens_per_day", "tokens_per_month",
                "money_per_day", "money_per_month", "time_zone",
            ]
        )
        requestsPerMinute = fields.integer("requests_per_minute")
        concurrentRuns = fields.integer("concurrent_runs")
        tokensPerMinute = fields.integer("tokens_per_minute")
        tokensPerDay = fields.integer("tokens_per_day")
        tokensPerMonth = fields.integer("tokens_per_month")
        moneyPerDay = fields.amount("money_per_day")
        moneyPerMonth = fields.amount("money_per_month")
        timeZone = fields.string("time_zone")
        try fields.check()
    }

    /// The limits that there are, by their names.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        if let requestsPerMinute { object["requests_per_minute"] = .integer(requestsPerMinute) }
        if let concurrentRuns { object["concurrent_runs"] = .integer(concurrentRuns) }
        if let tokensPerMinute { object["tokens_per_minute"] = .integer(tokensPerMinute) }
        if let tokensPerDay { object["tokens_per_day"] = .integer(tokensPerDay) }
        if let tokensPerMonth { object["tokens_per_month"] = .integer(tokensPerMonth) }
        if let moneyPerDay { object["money_per_day"] = .string(moneyPerDay) }
        if let moneyPerMonth { object["money_per_month"] = .string(moneyPerMonth) }
        if let timeZone { object["time_zone"] = .string(timeZone) }
        return .object(object)
    }
}

extension RequestFields {
    /// Returns an amount of money as a text, because a JSON number would be rounded.
    fileprivate mutating func amount(_ key: String) -> String? {
        guard let text = string(key) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        if areDigits, parts.count == 1 || parts[1].count <= 6 { return text }
        reject(key, WireClientLimits.amountRule)
        return nil
    }
}
