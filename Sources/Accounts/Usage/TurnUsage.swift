/// What a turn has used of one model, as its provider counts.
public struct TurnUsage: Sendable, Hashable {
    /// The model that answered.
    public var model: String

    /// Tokens read, those from the provider's cache included.
    public var inputTokens: Int

    /// Tokens read from the provider's cache.
    public var cachedInputTokens: Int

    /// Tokens written.
    public var outputTokens: Int

    /// A count; numbers below zero or too large to be true are brought into bounds.
    public init(model: String, inputTokens: Int, cachedInputTokens: Int = 0, outputTokens: Int) {
        self.model = model
        self.inputTokens = Self.bounded(inputTokens)
        self.cachedInputTokens = min(Self.bounded(cachedInputTokens), self.inputTokens)
        self.outputTokens = Self.bounded(outputTokens)
    }

    /// What an upstream says is not trusted to be a number that can be summed up.
    static func bounded(_ tokens: Int) -> Int { min(max(tokens, 0), 1_000_000_000) }
}
