/// Turns of two lengths, whose difference is the cost of the additional tokens alone.
struct Shape {
    /// The name in the rows.
    let name: String
    let connections: Int
    /// Milliseconds between the tokens of a turn; 0 for all at once.
    let interval: Int
    let tokens: (few: Int, many: Int)

    /// A load small enough for counting function calls, which makes each call more expensive.
    static let paced = Shape(name: "20 paced streams", connections: 20, interval: 20, tokens: (25, 100))
    static let pacedMany = Shape(name: "200 paced streams", connections: 200, interval: 20, tokens: (50, 150))
    static let burst = Shape(name: "in a burst", connections: 16, interval: 0, tokens: (100, 400))
    /// A load for a server that is slowed down fifty times.
    static let pacedSlowly = Shape(name: "20 paced streams", connections: 20, interval: 100, tokens: (10, 40))
}
