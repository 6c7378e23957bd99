/// The decision which failures of a repeated attempt are logged: the first, then one a minute with their number, and the success after them.
struct FailureLog: Sendable {
    private static let interval: Duration = .seconds(60)

    private var lastLine: ContinuousClock.Instant?
    private var lastFailure: ContinuousClock.Instant?
    private var hasSucceeded = false
    private var unlogged = 0
    private var hasOpenLine = false

    /// Counts failures; returns the number to log, or `nil` if a line is too recent.
    mutating func failed(_ count: Int, at time: ContinuousClock.Instant) -> Int? {
        // Failures before a long success are over, and their number says nothing about this one.
        if hasSucceeded, let lastFailure, time >= lastFailure + Self.interval { unlogged = 0 }
        (lastFailure, hasSucceeded) = (time, false)
        unlogged += count
        if let lastLine, time < lastLine + Self.interval { return nil }
        defer { unlogged = 0 }
        (lastLine, hasOpenLine) = (time, true)
        return unlogged
    }

    /// Ends the failures; true if a line about them was logged since the last success.
    mutating func succeeded() -> Bool {
        defer { (hasOpenLine, hasSucceeded) = (false, true) }
        return hasOpenLine
    }
}
