public import StreamingJSON

/// The usage of a turn in tokens, as counted by the provider.
public struct WireUsage: WireValue {
    /// The number of input tokens.
    public var inputTokens: Int
    /// The number of input tokens from the provider's cache.
    public var cachedInputTokens: Int
    /// The number of output tokens.
    public var outputTokens: Int
    /// The number of output tokens spent on reasoning.
    public var reasoningTokens: Int

    /// Makes a count.
    public init(inputTokens: Int, outputTokens: Int, cachedInputTokens: Int = 0, reasoningTokens: Int = 0) {
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.outputTokens = outputTokens
        self.reasoningTokens = reasoningTokens
    }

    /// The sum of two counts.
    public static func + (left: WireUsage, right: WireUsage) -> WireUsage {
        WireUsage(
            inputTokens: left.inputTokens + right.inputTokens,
            outputTokens: left.outputTokens + right.outputTokens,
            cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
            reasoningTokens: left.reasoningTokens + right.reasoningTokens
        )
    }

    /// The difference of two counts, at least zero.
    static func - (left: WireUsage, right: WireUsage) -> WireUsage {
        WireUsage(
            inputTokens: max(0, left.inputTokens - right.inputTokens),
            outputTokens: max(0, left.outputTokens - right.outputTokens),
            cachedInputTokens: max(0, left.cachedInputTokens - right.cachedInputTokens),
            reasoningTokens: max(0, left.reasoningTokens - right.reasoningTokens)
        )
    }

    /// The count as JSON, in the native dialect's form.
    public var jsonValue: JSONValue {
        [
            "input_tokens": .integer(inputTokens),
            "output_tokens": .integer(outputTokens),
            "total_tokens": .integer(inputTokens + outputTokens),
        ]
    }

    /// The whole count, in the form of a log.
    package var logged: JSONValue {
        var data: JSONObject = ["input_tokens": .integer(inputTokens), "output_tokens": .integer(outputTokens)]
        if cachedInputTokens > 0 { data["cached_input_tokens"] = .integer(cachedInputTokens) }
        if reasoningTokens > 0 { data["reasoning_tokens"] = .integer(reasoningTokens) }
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
        reasoningTokens = fields.integer("reasoning_tokens") ?? 0
        try fields.check()
    }
}
