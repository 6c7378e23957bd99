public import ModelTable
public import Storage

extension DatedPrice {
    /// Whether all tokens cost nothing.
    var isFree: Bool { [rates, above?.rates].allSatisfy { $0.map { $0.highestInput == 0 && $0.output == 0 } ?? true } }

    /// Returns the cost of one request to a model, rounded up to the next millionth.
    ///
    /// The number of its input tokens decides about the step, so the tokens of several requests must not be added up before.
    public func cost(of usage: TurnUsage) -> Money {
        let rates = rates(ofInput: usage.inputTokens)
        let write = rates.write ?? rates.input
        let plain = usage.inputTokens - usage.cachedInputTokens - usage.writtenTokens
        return Self.sum([
            (plain, rates.input), (usage.cachedInputTokens, rates.cached ?? rates.input),
            (usage.writtenTokens - usage.longWrittenTokens, write),
            (usage.longWrittenTokens, rates.writeLong ?? write), (usage.outputTokens, rates.output),
        ])
    }

    /// Returns the highest possible cost of an estimate, whichever tokens the provider's cache supplies or keeps.
    public func highestCost(of estimate: TurnEstimate) -> Money {
        // The request may be shorter than its estimate, and the lower step need not be the cheaper one.
        [rates, rates(ofInput: estimate.requestTokens)]
            .map { Self.sum([(estimate.inputTokens, $0.highestInput), (estimate.maxOutputTokens, $0.output)]) }
            .max() ?? .zero
    }

    private func rates(ofInput tokens: Int) -> Rates {
        guard let above, tokens > above.tokens else { return rates }
        return above.rates
    }

    private static func sum(_ parts: [(tokens: Int, price: Int)]) -> Money {
        let sum = parts.reduce(Int128(0)) { $0 + Int128($1.tokens) * Int128($1.price) }
        return Money(micros: Int(clamping: (sum + 999_999) / 1_000_000))
    }
}

extension DatedPrice.Rates {
    /// The highest price of an input token.
    fileprivate var highestInput: Int { max(input, cached ?? input, write ?? input, writeLong ?? input) }
}
