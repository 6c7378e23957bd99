/// What a turn, or one more call of a model in it, may use at most.
///
/// Budgets hold only as far as this is not too small. No tokenizer makes more tokens of a text than it has bytes, so the number of
/// bytes that are sent is a safe estimate of the input where nothing better is known; the output is bounded by what the request allows.
public struct TurnEstimate: Sendable, Hashable {
    /// The models that may answer, of which the dearest counts.
    public var models: [String]

    /// Tokens that may be read.
    public var inputTokens: Int

    /// Tokens that may be written.
    public var maxOutputTokens: Int

    /// A request that asks no model, such as a tool call: only the limits on requests and runs apply.
    public static let none = TurnEstimate(models: [], inputTokens: 0, maxOutputTokens: 0)

    /// An estimate; numbers below zero or too large to be true are brought into bounds.
    public init(models: [String], inputTokens: Int, maxOutputTokens: Int) {
        self.models = models
        self.inputTokens = TurnUsage.bounded(inputTokens)
        self.maxOutputTokens = TurnUsage.bounded(maxOutputTokens)
    }
}
