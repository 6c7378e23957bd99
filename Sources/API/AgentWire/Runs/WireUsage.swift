public import StreamingJSON

/// The usage of a turn in tokens, as counted by the provider.
public struct WireUsage: WireValue {
    /// The number of input tokens, including those from the provider's cache and those written to it.
    public var inputTokens: Int
    /// The number of input tokens from the provider's cache.
    public var cachedInputTokens: Int
    /// The number of input tokens that were written to the provider's cache.
    public var cacheWriteTokens: Int
    /// The number of those that were written for the cache's longer time.
    public var longCacheWriteTokens: Int
    /// The number of output tokens.
    public var outputTokens: Int
    /// The number of output tokens spent on reasoning.
    public var reasoningTokens: Int
    /// The cost of the tokens; `nil` if none were used, or if the server does not know it.
    public var cost: WireCost?

    /// Makes a count.
    public init(
        inputTokens: Int,
        outputTokens: Int,
        cachedInputTokens: Int = 0,
        cacheWriteTokens: Int = 0,
        longCacheWriteTokens: Int = 0,
        reasoningTokens: Int = 0,
        cost: WireCost? = nil
    ) {
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.cacheWriteTokens = cacheWriteTokens
        self.longCacheWriteTokens = longCacheWriteTokens
        self.outputTokens = outputTokens
        self.reasoningTokens = reasoningTokens
        self.cost = cost
    }

    /// The sum of two counts.
    public static func + (left: WireUsage, right: WireUsage) -> WireUsage {
        WireUsage(
            inputTokens: left.inputTokens + right.inputTokens,
            outputTokens: left.outputTokens + right.outputTokens,
            cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
            cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
            longCacheWriteTokens: left.longCacheWriteTokens + right.longCacheWriteTokens,
            reasoningTokens: left.reasoningTokens + right.reasoningTokens,
            cost: WireCost.sum(left.cost, right.cost)
        )
    }

    /// The difference of two counts, at least zero.
    static func - (left: WireUsage, right: WireUsage) -> WireUsage {
        WireUsage(
            inputTokens: max(0, left.inputTokens - right.inputTokens),
            outputTokens: max(0, left.outputTokens - right.outputTokens),
            cachedInputTokens: max(0, left.cachedInputTokens - right.cachedInputTokens),
            cacheWriteTokens: max(0, left.cacheWriteTokens - right.cacheWriteTokens),
            longCacheWriteTokens: max(0, left.longCacheWriteTokens - right.longCacheWriteTokens),
            reasoningTokens: max(0, left.reasoningTokens - right.reasoningTokens),
            cost: WireCost.difference(left.cost, right.cost)
        )
    }

    /// The count as JSON, in the native dialect's form.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "input_tokens": .integer(inputTokens),
            "output_tokens": .integer(outputTokens),
            "total_tokens": .integer(inputTokens + outputTokens),
        ]
        for (name, value) in cost?.members ?? [:] { object[name] = value }
        return .object(object)
    }

    /// The member `torii` of the count in another dialect: the cost; `nil` if there is none.
    var extensionMember: JSONValue? { (cost?.members).map { .object($0) } }

    /// The whole count, in the form of a log.
    package var logged: JSONValue {
        var data: JSONObject = ["input_tokens": .integer(inputTokens), "output_tokens": .integer(outputTokens)]
        if cachedInputTokens > 0 { data["cached_input_tokens"] = .integer(cachedInputTokens) }
        if cacheWriteTokens > 0 { data["cache_write_tokens"] = .integer(cacheWriteTokens) }
        if longCacheWriteTokens > 0 { data["long_cache_write_tokens"] = .integer(longCacheWriteTokens) }
        if reasoningTokens > 0 { data["reasoning_tokens"] = .integer(reasoningTokens) }
        if let cost { data["cost"] = cost.logged }
        return .object(data)
    }

    /// Reads a count of either form.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        inputTokens = fields.requiredInteger("input_tokens")
        outputTokens = fields.requiredInteger("output_tokens")
        cachedInputTokens = fields.integer("cached_input_tokens") ?? 0
        cacheWriteTokens = fields.integer("cache_write_tokens") ?? 0
        longCacheWriteTokens = fields.integer("long_cache_write_tokens") ?? 0
        reasoningTokens = fields.integer("reasoning_tokens") ?? 0
        cost = WireCost(in: jsonValue)
        try fields.check()
    }
}
