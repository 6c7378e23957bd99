/// What a turn costs apart from its tokens, and what a further token costs.
struct Cost {
    let turn: Double
    let token: Double

    /// The line through the costs of turns of two lengths.
    init(few: (tokens: Int, cost: Double), many: (tokens: Int, cost: Double)) {
        token = (many.cost - few.cost) / Double(many.tokens - few.tokens)
        turn = few.cost - Double(few.tokens) * token
    }
}
