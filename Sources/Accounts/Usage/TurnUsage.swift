/// The usage of one model in a turn, as counted by its provider.
public struct TurnUsage: Sendable, Hashable {
    /// The model that answered.
    public var model: String

    /// The number of input tokens, including cached ones.
    public var inputTokens: Int

    /// The number of input tokens from the provider's cache.
    public var cachedInputTokens: Int

    /// The number of output tokens.
    public var outputTokens: Int

    /// Makes a count; negative and implausibly large numbers are clamped.
    public init(model: String, inputTokens: Int, cachedInputTokens: Int = 0, outputTokens: Int) {
        self.model = model
        self.inputTokens = Self.bounded(inputTokens)
        self.cachedInputTokens = min(Self.bounded(cachedInputTokens), self.inputTokens)
        self.outputTokens = Self.bounded(outputTokens)
    }

    /// Clamps a number from an upstream, so that sums cannot overflow.
    static func bounded(_ tokens: Int) -> Int { min(max(tokens, 0), 1_000_000_000) }
}
