/// The usage of one model by one client, or by one user of it, in one day.
public struct WireUsageRow: WireRecord, WireElement {
    /// `usage`.
    public static var listName: String { "usage" }

    /// The client's id.
    public var client: String
    /// The day in the client's time zone, such as `2026-11-21`.
    public var day: String
    /// The model, such as `openai:gpt-6.1-terra`.
    public var model: String
    /// The number of turns that ended.
    public var turns: Int
    /// The number of these turns whose real usage is not known, so that their reservations count.
    public var unsettledTurns: Int
    /// The number of tokens read, with those of the provider's cache.
    public var inputTokens: Int
    /// The number of tokens read from the provider's cache.
    public var cachedInputTokens: Int
    /// The number of tokens read that were written to the provider's cache.
    public var cacheWriteTokens: Int
    /// The number of tokens written.
    public var outputTokens: Int
    /// The cost as a decimal text.
    public var money: String
    /// The currency of ``money``; `nil` if the server does not name it.
    public var currency: String?
    /// Whether some of it had no price, so that ``money`` is too little.
    public var isUnpriced: Bool
    /// The id of the client's user; `nil` for the usage of the client with all its users.
    public var user: String?

    /// Makes a row.
    public init(
        client: String,
        day: String,
        model: String,
        turns: Int,
        unsettledTurns: Int,
        inputTokens: Int,
        cachedInputTokens: Int,
        cacheWriteTokens: Int,
        outputTokens: Int,
        money: String,
        currency: String? = nil,
        isUnpriced: Bool,
        user: String? = nil
    ) {
        (self.client, self.day) = (client, day)
        (self.model, self.turns) = (model, turns)
        (self.unsettledTurns, self.inputTokens) = (unsettledTurns, inputTokens)
        (self.cachedInputTokens, self.cacheWriteTokens) = (cachedInputTokens, cacheWriteTokens)
        (self.outputTokens, self.money) = (outputTokens, money)
        (self.currency, self.isUnpriced, self.user) = (currency, isUnpriced, user)
    }

    package static let fields: Fields<Self> = Fields(
        named: "DailyUsage",
        last: ["currency"],
        Self.init,
        .always("client", \.client),
        .always("day", \.day, as: .day),
        .always("model", \.model),
        .always("turns", \.turns),
        .always("unsettled_turns", \.unsettledTurns),
        .always("input_tokens", \.inputTokens),
        .always("cached_input_tokens", \.cachedInputTokens),
        .always(
            "cache_write_tokens",
            \.cacheWriteTokens,
            "Input tokens that were written to the provider's cache.",
            missing: 0
        ),
        .always("output_tokens", \.outputTokens),
        .always("money", \.money, "An amount, such as \"0.012\"."),
        .maybe("currency", \.currency, "The currency of the amount, such as `EUR`."),
        .always("unpriced", \.isUnpriced),
        .maybe("user", \.user, "The user of the client.")
    )
}
