/// Keeps values with the time at which they came, as many as there is room for.
///
/// How old a value may be is for the reader to decide: fresh enough, or better than nothing.
struct TimedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let maximumAge: Duration
    private var entries: [Key: (value: Value, time: ContinuousClock.Instant)] = [:]

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - capacity: How many values there are at most; the oldest makes room.
    ///   - maximumAge: When a value is of no use to anybody.
    init(capacity: Int, maximumAge: Duration) {
        self.capacity = capacity
        self.maximumAge = maximumAge
    }

    /// The number of values.
    var count: Int { entries.count }

    /// The value under a key and its age; `nil` when there is none, or one that is too old for anybody.
    func value(for key: Key, at now: ContinuousClock.Instant) -> (value: Value, age: Duration)? {
        guard let entry = entries[key], now - entry.time <= maximumAge else { return nil }
        return (entry.value, now - entry.time)
    }

    /// Puts a value in the place of the one that is there.
    mutating func store(_ value: Value, for key: Key, at now: ContinuousClock.Instant) {
        if entries[key] == nil, entries.count >= capacity {
            entries = entries.filter { now - $0.value.time <= maximumAge }
            if entries.count >= capacity, let oldest = entries.min(by: { $0.value.time < $1.value.time }) {
                entries[oldest.key] = nil
            }
        }
        entries[key] = (value, now)
    }
}
