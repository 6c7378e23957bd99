/// When a transfer is meant to be given up.
enum Moment: CaseIterable, Sendable {
    /// At once, or within a few turns of the scheduler.
    case atTheStart
    /// While the connection is being made: the other side never answers.
    case beforeConnect
    /// When the request is out and no header has come.
    case beforeHead
    /// While tokens come in.
    case midBody
    /// When nobody reads and the transfer is paused.
    case whilePaused
    /// About when the answer ends, which it may do first.
    case atTheEnd
}

/// How far a transfer had come when it ended.
enum Stage: Sendable {
    case beforeHead, inBody, complete
}

/// One transfer of the churn, all decided in advance.
struct Plan: Sendable {
    var moment: Moment
    /// Turns of the scheduler before the cancellation.
    var turns: Int
    /// Time before the cancellation, after those turns.
    var delay: Duration

    /// Draws a transfer; the same generator gives the same plans.
    init(using generator: inout SeededGenerator) {
        moment = Moment.allCases[Int.random(in: 0..<Moment.allCases.count, using: &generator)]
        turns = Int.random(in: 0...40, using: &generator)
        let longest = moment == .atTheStart ? 0 : 80_000
        delay = .microseconds(Int.random(in: 0...longest, using: &generator))
    }
}
