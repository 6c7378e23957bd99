/// The times of calls under a rate: each call has its place, and a burst may use what was not used before.
///
/// It is the generic cell rate algorithm (ITU-T I.371), whose state is one moment.
struct CallRate: Sendable {
    private let interval: Duration
    private let period: Duration
    /// The moment up to which the rate is used.
    private var used: ContinuousClock.Instant

    init(calls: Int, period: Duration, now: ContinuousClock.Instant) {
        (interval, self.period) = (period / max(1, calls), period)
        used = now
    }

    /// Takes the next place and returns the time until it; `nil` takes none, because the place is beyond the limit of waiting.
    mutating func reserve(at now: ContinuousClock.Instant, waitingAtMost limit: Duration) -> Duration? {
        let next = max(used, now) + interval
        let wait = next - period - now
        guard wait <= limit else { return nil }
        used = next
        return max(.zero, wait)
    }

    /// Returns the time until the next place.
    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, max(used, now) + interval - period - now) }
}
