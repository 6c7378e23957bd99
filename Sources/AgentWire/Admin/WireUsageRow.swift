public import StreamingJSON

/// The usage of one model by one client in one day.
public struct WireUsageRow: WireElement {
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
        isUnpriced: Bool
    ) {
        self.client = client
        self.day = day
        self.model = model
        self.turns = turns
        self.unsettledTurns = unsettledTurns
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.cacheWriteTokens = cacheWriteTokens
        self.outputTokens = outputTokens
        self.money = money
        self.currency = currency
        self.isUnpriced = isUnpriced
    }

    /// Reads a row.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        client = fields.requiredString("client")
        day = fields.requiredString("day")
        model = fields.requiredString("model")
        turns = fields.requiredInteger("turns")
        unsettledTurns = fields.requiredInteger("unsettled_turns")
        inputTokens = fields.requiredInteger("input_tokens")
        cachedInputTokens = fields.requiredInteger("cached_input_tokens")
        cacheWriteTokens = fields.integer("cache_write_tokens") ?? 0
        outputTokens = fields.requiredInteger("output_tokens")
        money = fields.requiredString("money")
        currency = fields.string("currency")
        isUnpriced = fields.requiredBool("unpriced")
        try fields.check()
    }

    /// The row as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "client": .string(client),
            "day": .string(day),
            "model": .string(model),
            "turns": .integer(turns),
            "unsettled_turns": .integer(unsettledTurns),
            "input_tokens": .integer(inputTokens),
            "cached_input_tokens": .integer(cachedInputTokens),
            "cache_write_tokens": .integer(cacheWriteTokens),
            "output_tokens": .integer(outputTokens),
            "money": .string(money),
            "unpriced": .bool(isUnpriced),
        ]
        if let currency { object["currency"] = .string(currency) }
        return .object(object)
    }
}
