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

/// The highest usage of a turn, or of one more model call in it.
///
/// Budgets are only safe if this estimate is not too low. No tokenizer produces more tokens than a text has bytes, so the number of
/// sent bytes is a safe estimate of the input. The request limits the output.
public struct TurnEstimate: Sendable, Hashable {
    /// The models that may answer; the most expensive one counts.
    public var models: [String]

    /// The maximum number of input tokens.
    public var inputTokens: Int

    /// The maximum number of output tokens.
    public var maxOutputTokens: Int

    /// The estimate of a request without a model call, such as a tool call: only the limits on requests and runs apply.
    public static let none = TurnEstimate(models: [], inputTokens: 0, maxOutputTokens: 0)

    /// Makes an estimate; negative and implausibly large numbers are clamped.
    public init(models: [String], inputTokens: Int, maxOutputTokens: Int) {
        self.models = models
        self.inputTokens = TurnUsage.bounded(inputTokens)
        self.maxOutputTokens = TurnUsage.bounded(maxOutputTokens)
    }
}
