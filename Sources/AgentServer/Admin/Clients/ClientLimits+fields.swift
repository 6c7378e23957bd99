import AgentWire
import Storage
import StreamingJSON

extension ClientLimits {
    /// Parses limits.
    ///
    /// One that is missing or `null` is not limited.
    init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: [
                "requests_per_minute", "concurrent_runs", "tokens_per_minute", "tokens_per_day", "tokens_per_month",
                "money_per_day", "money_per_month", "time_zone",
            ]
        )
        self.init(
            requestsPerMinute: fields.integer("requests_per_minute"),
            concurrentRuns: fields.integer("concurrent_runs"),
            tokensPerMinute: fields.integer("tokens_per_minute"),
            tokensPerDay: fields.integer("tokens_per_day"),
            tokensPerMonth: fields.integer("tokens_per_month"),
            moneyPerDay: fields.money("money_per_day"),
            moneyPerMonth: fields.money("money_per_month"),
            timeZone: fields.string("time_zone")
        )
        try fields.check()
    }
}

extension RequestFields {
    /// Returns an amount written as text, because a JSON number would be rounded.
    fileprivate mutating func money(_ key: String) -> Money? {
        guard let text = string(key) else { return nil }
        guard let money = Money(text) else {
            reject(key, "must be an amount as a text, such as \"2.50\", with at most six decimal places")
            return nil
        }
        return money
    }
}
