/// A limit on the lines that a command may write to the log.
struct LogBudget: Sendable {
    /// The most lines of a minute.
    static let linesOfAMinute = 30

    private var start: ContinuousClock.Instant?
    private var count = 0

    /// Returns whether a line may be logged at a time.
    mutating func allows(at time: ContinuousClock.Instant) -> Bool {
        if start.map({ time - $0 >= .seconds(60) }) ?? true { (start, count) = (time, 0) }
        count += 1
        return count <= Self.linesOfAMinute
    }
}
