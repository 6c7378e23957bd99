/// The moment at which a transfer is cancelled.
enum Moment: CaseIterable, Sendable {
    /// At once, or within a few steps of the scheduler.
    case atTheStart
    /// While the connection is being made, to a port that never answers.
    case beforeConnect
    /// After the request was sent and before a header arrives.
    case beforeHead
    /// While tokens arrive.
    case midBody
    /// While nothing reads and the transfer is paused.
    case whilePaused
    /// Around the end of the answer, which may be first.
    case atTheEnd
}

/// The progress of a transfer when it ended.
enum Stage: Sendable {
    case beforeHead, inBody, complete
}

/// One transfer of the churn, completely predetermined.
struct Plan: Sendable {
    var moment: Moment
    /// The number of scheduler steps before the cancellation.
    var turns: Int
    /// The time before the cancellation, after these steps.
    var delay: Duration

    /// Draws a transfer; equal generators result in equal plans.
    init(using generator: inout SeededGenerator) {
        moment = Moment.allCases[Int.random(in: 0..<Moment.allCases.count, using: &generator)]
        turns = Int.random(in: 0...40, using: &generator)
        let longest = moment == .atTheStart ? 0 : 80_000
        delay = .microseconds(Int.random(in: 0...longest, using: &generator))
    }
}
