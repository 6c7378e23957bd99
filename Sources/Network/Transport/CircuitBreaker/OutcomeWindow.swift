/// The numbers of recent successes and failures, in a fixed number of buckets.
///
/// The window drops whole buckets, so an outcome counts for between nine tenths of its length and all of it.
struct OutcomeWindow: Sendable, Hashable {
    private struct Bucket: Hashable {
        var period: Int
        var successes = 0
        var failures = 0
    }

    private static let bucketCount = 10

    private let start: ContinuousClock.Instant
    private let bucketLength: Duration
    /// The buckets in the order of their periods; at most ``bucketCount``.
    private var buckets: [Bucket] = []

    /// A window with nothing in it.
    init(length: Duration, now: ContinuousClock.Instant) {
        start = now
        bucketLength = max(length / Self.bucketCount, .nanoseconds(1))
    }

    /// The numbers of outcomes that still count.
    func counts(at now: ContinuousClock.Instant) -> (successes: Int, failures: Int) {
        let oldest = period(of: now) - Self.bucketCount
        return buckets.reduce((successes: 0, failures: 0)) { sum, bucket in
            guard bucket.period > oldest else { return sum }
            return (sum.successes + bucket.successes, sum.failures + bucket.failures)
        }
    }

    /// Adds an outcome.
    mutating func record(isSuccess: Bool, at now: ContinuousClock.Instant) {
        // Callers read the clock before they lock, so a call can arrive with a slightly earlier time than the one before it.
        let period = max(period(of: now), buckets.last?.period ?? 0)
        buckets.removeAll { $0.period <= period - Self.bucketCount }
        if buckets.last?.period != period { buckets.append(Bucket(period: period)) }
        if isSuccess {
            buckets[buckets.count - 1].successes += 1
        } else {
            buckets[buckets.count - 1].failures += 1
        }
    }

    /// Removes all outcomes.
    mutating func clear() { buckets.removeAll(keepingCapacity: true) }

    private func period(of instant: ContinuousClock.Instant) -> Int {
        Int(clamping: (instant - start).attoseconds / bucketLength.attoseconds)
    }
}
