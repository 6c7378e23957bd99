/// The cost of a turn without its tokens, and the cost of one more token.
struct Cost {
    let turn: Double
    let token: Double

    /// Fits a line through the costs of turns of two lengths.
    init(few: (tokens: Int, cost: Double), many: (tokens: Int, cost: Double)) {
        token = (many.cost - few.cost) / Double(many.tokens - few.tokens)
        turn = few.cost - Double(few.tokens) * token
    }
}
