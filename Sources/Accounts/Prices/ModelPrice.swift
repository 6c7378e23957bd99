public import Storage

/// The price of a model per million tokens.
public struct ModelPrice: Sendable, Hashable {
    /// The price of input tokens.
    public var input: Money

    /// The price of input tokens from the provider's cache.
    public var cachedInput: Money

    /// The price of output tokens.
    public var output: Money

    /// Makes a price; cached input costs as much as other input by default.
    public init(input: Money, cachedInput: Money? = nil, output: Money) {
        self.input = input
        self.cachedInput = cachedInput ?? input
        self.output = output
    }

    /// Returns the cost of a number of tokens, rounded up to the next millionth.
    /// - Parameters:
    ///   - inputTokens: The number of input tokens, including cached ones.
    ///   - cachedInputTokens: The number of input tokens from the cache.
    ///   - outputTokens: The number of output tokens.
    public func cost(inputTokens: Int, cachedInputTokens: Int = 0, outputTokens: Int) -> Money {
        let cached = min(cachedInputTokens, inputTokens)
        let parts =
            Int128(inputTokens - cached) * Int128(input.micros) + Int128(cached) * Int128(cachedInput.micros)
            + Int128(outputTokens) * Int128(output.micros)
        return Money(micros: Int(clamping: (parts + 999_999) / 1_000_000))
    }

    /// Returns the highest possible cost of a number of tokens, whether cached or not.
    func highestCost(inputTokens: Int, outputTokens: Int) -> Money {
        ModelPrice(input: max(input, cachedInput), output: output)
            .cost(inputTokens: inputTokens, outputTokens: outputTokens)
    }
}
