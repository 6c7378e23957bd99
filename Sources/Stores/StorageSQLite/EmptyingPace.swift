/// The pace at which the write-ahead log is emptied for erasures: a few times at once, and then once in some seconds.
///
/// Each emptying waits for the readers of the log, and so makes turns wait.
struct EmptyingPace: Sendable {
    /// The emptyings that may follow each other at once, and the time after which another one may.
    static let (most, interval) = (4, Duration.seconds(3))

    /// The time at which the most may follow each other again.
    private var restedAt: ContinuousClock.Instant?

    /// Plans an emptying, and returns the time to wait for it.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration {
        let rested = max(restedAt ?? now, now) + Self.interval
        restedAt = rested
        return max(.zero, rested - now - Self.interval * Self.most)
    }
}
