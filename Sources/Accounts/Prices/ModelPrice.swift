public import Storage

/// What a model costs for a million tokens.
public struct ModelPrice: Sendable, Hashable {
    /// For tokens read.
    public var input: Money

    /// For tokens read from the provider's cache.
    public var cachedInput: Money

    /// For tokens written.
    public var output: Money

    /// A price; what is read from the cache costs as much as other input unless it is said.
    public init(input: Money, cachedInput: Money? = nil, output: Money) {
        self.input = input
        self.cachedInput = cachedInput ?? input
        self.output = output
    }

    /// What so many tokens cost, rounded up to the next millionth.
    /// - Parameters:
    ///   - inputTokens: Tokens read, those from the cache included.
    ///   - cachedInputTokens: Tokens read from the cache.
    ///   - outputTokens: Tokens written.
    public func cost(inputTokens: Int, cachedInputTokens: Int = 0, outputTokens: Int) -> Money {
        let cached = min(cachedInputTokens, inputTokens)
        let parts =
            Int128(inputTokens - cached) * Int128(input.micros) + Int128(cached) * Int128(cachedInput.micros)
            + Int128(outputTokens) * Int128(output.micros)
        return Money(micros: Int(clamping: (parts + 999_999) / 1_000_000))
    }

    /// The most that so many tokens may cost, whether they come from the cache or not.
    func highestCost(inputTokens: Int, outputTokens: Int) -> Money {
        ModelPrice(input: max(input, cachedInput), output: output)
            .cost(inputTokens: inputTokens, outputTokens: outputTokens)
    }
}
