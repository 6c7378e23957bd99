/// A cache of values with the times at which they were stored, limited in number.
///
/// The reader decides by a value's age whether it is fresh enough or only a fallback.
package struct TimedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let maximumAge: Duration
    private var entries: [Key: (value: Value, time: ContinuousClock.Instant)] = [:]

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: The number of values at most; the oldest is removed for a new one.
    ///   - maximumAge: The age from which a value is never returned.
    package init(capacity: Int, maximumAge: Duration) {
        self.capacity = capacity
        self.maximumAge = maximumAge
    }

    /// The number of values.
    package var count: Int { entries.count }

    /// Returns the value of a key and its age; `nil` if there is none, or if it is too old.
    package func value(for key: Key, at now: ContinuousClock.Instant) -> (value: Value, age: Duration)? {
        guard let entry = entries[key], now - entry.time <= maximumAge else { return nil }
        return (entry.value, now - entry.time)
    }

    /// Stores a value and replaces an earlier one.
    package mutating func store(_ value: Value, for key: Key, at now: ContinuousClock.Instant) {
        if entries[key] == nil, entries.count >= capacity {
            removeExpired(at: now)
            if entries.count >= capacity, let oldest = entries.min(by: { $0.value.time < $1.value.time }) {
                entries[oldest.key] = nil
            }
        }
        entries[key] = (value, now)
    }

    /// Removes the values that are too old.
    package mutating func removeExpired(at now: ContinuousClock.Instant) {
        entries = entries.filter { now - $0.value.time <= maximumAge }
    }

    /// Removes the values of some keys.
    package mutating func removeAll(where isMeant: (Key) -> Bool) { entries = entries.filter { !isMeant($0.key) } }
}
