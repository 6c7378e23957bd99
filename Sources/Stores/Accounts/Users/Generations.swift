/// A bounded dictionary of two generations: when the young one is full it becomes the old one, whose entries are forgotten.
///
/// An entry that is used moves to the young generation, so the entries in use stay. Every operation but one has constant cost.
struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Makes an empty dictionary.
    ///
    /// - Parameter limit: The most entries of both generations.
    init(limit: Int) { self.limit = max(1, limit / 2) }

    /// The number of entries.
    var count: Int { young.count + old.count }

    /// Returns a value, which counts as a use.
    mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        set(value, for: key)
        return value
    }

    /// Sets a value.
    mutating func set(_ value: Value, for key: Key) {
        if young.count >= limit, young[key] == nil { (old, young) = (young, [:]) }
        young[key] = value
        old[key] = nil
    }

    /// Forgets a value.
    mutating func remove(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }

    /// Forgets the values that fulfill a condition; the only operation whose cost grows with the number of entries.
    mutating func remove(where isGone: (Value) -> Bool) {
        young = young.filter { !isGone($0.value) }
        old = old.filter { !isGone($0.value) }
    }
}
