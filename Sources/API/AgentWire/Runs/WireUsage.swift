public import StreamingJSON

/// The usage of a turn in tokens, as counted by the provider.
public struct WireUsage: WireRecord {
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
        (self.inputTokens, self.outputTokens, self.cachedInputTokens) = (inputTokens, outputTokens, cachedInputTokens)
        (self.cacheWriteTokens, self.longCacheWriteTokens) = (cacheWriteTokens, longCacheWriteTokens)
        (self.reasoningTokens, self.cost) = (reasoningTokens, cost)
    }

    /// No tokens.
    static let zero = WireUsage(inputTokens: 0, outputTokens: 0)

    /// All tokens.
    var totalTokens: Int { inputTokens + outputTokens }

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

    package static let fields: Fields<Self> = Fields(
        named: "Usage",
        from: zero,
        .always("input_tokens", \.inputTokens),
        .always("output_tokens", \.outputTokens),
        .computed("total_tokens", \.totalTokens),
        Field(
            parts: WireCost.parts,
            inline: \.cost,
            writes: { cost, object in for (name, value) in cost?.members ?? [:] { object[name] = value } },
            read: { .some(WireCost(in: &$0)) }
        )
    )

    /// The fields of a log.
    private static let logFields: Fields<Self> = Fields(
        from: zero,
        .always("input_tokens", \.inputTokens),
        .always("output_tokens", \.outputTokens),
        .unless(0, "cached_input_tokens", \.cachedInputTokens),
        .unless(0, "cache_write_tokens", \.cacheWriteTokens),
        .unless(0, "long_cache_write_tokens", \.longCacheWriteTokens),
        .unless(0, "reasoning_tokens", \.reasoningTokens),
        Field(
            parts: WireCost.parts,
            inline: \.cost,
            writes: { $1["cost"] = $0?.logged },
            read: { .some(WireCost(in: &$0)) }
        )
    )

    /// The member `torii` of the count in another dialect: the cost; `nil` if there is none.
    var extensionMember: JSONValue? { (cost?.members).map { .object($0) } }

    /// The whole count, in the form of a log.
    package var logged: JSONValue { .object(Self.logFields.object(of: self)) }

    /// Reads a count of either form.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var reader = try RequestFields(open: jsonValue)
        guard let usage = Self.logFields.read(&reader) else { throw WireError(reader.faults) }
        self = usage
        try reader.check()
    }
}
