import Storage

/// Tokens and money that are reserved or spent together.
struct Amount: Sendable, Hashable {
    var inputTokens = 0
    var outputTokens = 0
    var money = Money.zero

    static let zero = Amount()

    /// The sum of input and output tokens, which limits count together.
    var tokens: Int { inputTokens + outputTokens }

    /// The amount without what is below zero.
    var limitedToZero: Amount {
        Amount(inputTokens: max(0, inputTokens), outputTokens: max(0, outputTokens), money: max(.zero, money))
    }

    static func + (left: Amount, right: Amount) -> Amount {
        Amount(
            inputTokens: left.inputTokens + right.inputTokens,
            outputTokens: left.outputTokens + right.outputTokens,
            money: left.money + right.money
        )
    }

    static func - (left: Amount, right: Amount) -> Amount {
        Amount(
            inputTokens: left.inputTokens - right.inputTokens,
            outputTokens: left.outputTokens - right.outputTokens,
            money: left.money - right.money
        )
    }
}
