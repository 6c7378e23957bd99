/// The limits that apply to a user: its own ones, those of its plan, and those that its plan inherits; `nil` is no limit.
public struct WireAppliedLimits: WireRecord {
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
    /// Money in a day, as a decimal text; `nil` also in the answer to the user itself.
    public var moneyPerDay: String?
    /// Money in a month, as a decimal text; `nil` also in the answer to the user itself.
    public var moneyPerMonth: String?
    /// The stored data, in units of 1,048,576 bytes.
    public var storageMegabytes: Int?
    /// The items of an own inventory.
    public var inventoryItems: Int?
    /// The days for which conversations are kept.
    public var retentionDays: Int?
    /// The names of the models, each perhaps with a star at its end; `nil` for every model.
    public var models: [String]?
    /// The model of a request that names none; `nil` for that of the server.
    public var model: String?
    /// The most reasoning before an answer.
    public var effort: ReasoningEffort?
    /// The IANA name of the client's time zone, in which days and months start; `nil` for UTC.
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
        storageMegabytes: Int? = nil,
        inventoryItems: Int? = nil,
        retentionDays: Int? = nil,
        models: [String]? = nil,
        model: String? = nil,
        effort: ReasoningEffort? = nil,
        timeZone: String? = nil
    ) {
        (self.requestsPerMinute, self.concurrentRuns) = (requestsPerMinute, concurrentRuns)
        (self.tokensPerMinute, self.tokensPerDay) = (tokensPerMinute, tokensPerDay)
        (self.tokensPerMonth, self.moneyPerDay) = (tokensPerMonth, moneyPerDay)
        (self.moneyPerMonth, self.storageMegabytes) = (moneyPerMonth, storageMegabytes)
        (self.inventoryItems, self.retentionDays) = (inventoryItems, retentionDays)
        (self.models, self.model, self.effort, self.timeZone) = (models, model, effort, timeZone)
    }

    package static let fields: Fields<Self> = Fields(
        named: "AppliedLimits",
        Self.init,
        .maybe("requests_per_minute", \.requestsPerMinute),
        .maybe("concurrent_runs", \.concurrentRuns),
        .maybe("tokens_per_minute", \.tokensPerMinute),
        .maybe("tokens_per_day", \.tokensPerDay),
        .maybe("tokens_per_month", \.tokensPerMonth),
        .maybe("money_per_day", \.moneyPerDay, "An amount, such as \"2.50\"; never in the answer to the user."),
        .maybe("money_per_month", \.moneyPerMonth, "An amount; never in the answer to the user."),
        .maybe("storage_mb", \.storageMegabytes, "In units of 1,048,576 bytes."),
        .maybe("inventory_items", \.inventoryItems),
        .maybe("retention_days", \.retentionDays),
        .maybe("models", \.models, "Names of models, each perhaps with a star at its end."),
        .maybe("model", \.model, "The model of a request that names none."),
        .maybe("effort", \.effort, "The most reasoning before an answer."),
        .maybe("time_zone", \.timeZone, "That of the client, in which days and months start.")
    )
}
