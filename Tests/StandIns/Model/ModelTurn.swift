/// What a dialect's writer needs to word one reply of a stand-in's model.
struct ModelTurn {
    /// The turn's number, counted from 1 over the life of the stand-in.
    let number: Int
    /// When it was made, in seconds since 1970.
    let created: Int
    /// What is said.
    let script: ScriptedReply
    /// The pause before each token.
    let pace: Duration

    /// An id that tells the turns apart, with the number in so many digits.
    func id(digits: Int) -> String {
        let number = String(number)
        return "StandIn" + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}
