/// A token bucket that fills at a constant rate and holds the amount of one minute, without rounding errors.
///
/// Every unit has 60,000 parts, so a limit of one per minute gains one part per millisecond.
struct RateBucket: Sendable, Hashable {
    private static let partsOfUnit = 60_000
    // The lowest balance: far below any real debt, and far from overflow.
    private static let deepest = -(1 << 60)

    /// The amount per minute, which is also the capacity.
    private(set) var limit: Int
    private var parts: Int
    private var filledAt: Int

    /// Makes a full bucket.
    /// - Parameters:
    ///   - limit: The amount per minute.
    ///   - now: The current time in milliseconds.
    init(limit: Int, at now: Int) {
        self.limit = limit
        parts = limit * Self.partsOfUnit
        filledAt = now
    }

    private var capacity: Int { limit * Self.partsOfUnit }

    /// The available amount.
    var available: Int { max(0, parts / Self.partsOfUnit) }

    /// Whether the amount of a whole minute is available.
    var isFull: Bool { parts >= capacity }

    /// Returns the time until an amount is available, in milliseconds; nil if it exceeds the capacity.
    func milliseconds(until wanted: Int) -> Int? {
        guard wanted <= limit else { return nil }
        let missing = wanted * Self.partsOfUnit - parts
        return missing <= 0 ? 0 : (missing + limit - 1) / limit
    }

    /// Adds the amount for the time since the last call.
    ///
    /// After a clock was set back, filling continues from the current amount.
    mutating func fill(at now: Int) {
        // One process: all times come from one clock. Alternating between two clocks would add the difference each time.
        let (gain, runsOver) = max(0, now - filledAt).multipliedReportingOverflow(by: limit)
        let (sum, isTooLarge) = parts.addingReportingOverflow(gain)
        parts = runsOver || isTooLarge ? capacity : min(capacity, sum)
        filledAt = now
    }

    /// Removes an amount, even more than is available; the bucket then has a debt.
    ///
    /// A negative number returns an amount, up to the capacity.
    mutating func remove(_ count: Int) {
        parts = min(capacity, max(Self.deepest, parts - count * Self.partsOfUnit))
    }

    /// Changes the limit; removed amounts stay removed.
    mutating func resize(to limit: Int) {
        let taken = capacity - parts
        self.limit = limit
        parts = max(Self.deepest, capacity - taken)
    }
}
