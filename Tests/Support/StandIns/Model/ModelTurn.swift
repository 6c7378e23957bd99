/// The data from which a dialect's writer writes one reply of the model.
struct ModelTurn {
    /// The turn's number, counted from 1 over the life of the stand-in.
    let number: Int
    /// The time of the reply, in seconds since 1970.
    let created: Int
    /// The reply.
    let script: ScriptedReply
    /// The pause before each token.
    let pace: Duration

    /// Returns a unique id that ends in the turn's number with a number of digits.
    func id(digits: Int) -> String {
        let number = String(number)
        return "StandIn" + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}
