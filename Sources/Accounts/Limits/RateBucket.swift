/// A bucket that fills at an even rate: so many a minute, a whole minute's worth at once, without anything lost to rounding.
///
/// Every unit counts as sixty thousand parts, so that a limit of one a minute gains one part in a millisecond.
struct RateBucket: Sendable, Hashable {
    private static let partsOfUnit = 60_000
    // Far more than can be owed, far less than can be counted.
    private static let deepest = -(1 << 60)

    /// How many come in a minute, and how many the bucket holds.
    private(set) var limit: Int
    private var parts: Int
    private var filledAt: Int

    /// A full bucket.
    /// - Parameters:
    ///   - limit: How many a minute.
    ///   - now: The time in milliseconds.
    init(limit: Int, at now: Int) {
        self.limit = limit
        parts = limit * Self.partsOfUnit
        filledAt = now
    }

    private var capacity: Int { limit * Self.partsOfUnit }

    /// How many could be taken now.
    var available: Int { max(0, parts / Self.partsOfUnit) }

    /// Milliseconds until so many can be taken; nil when the bucket never holds that many.
    func milliseconds(until wanted: Int) -> Int? {
        guard wanted <= limit else { return nil }
        let missing = wanted * Self.partsOfUnit - parts
        return missing <= 0 ? 0 : (missing + limit - 1) / limit
    }

    /// Lets in what came since the last time.
    ///
    /// A clock that was put back starts anew from what there is.
    mutating func fill(at now: Int) {
        let (gain, runsOver) = max(0, now - filledAt).multipliedReportingOverflow(by: limit)
        let (sum, isTooLarge) = parts.addingReportingOverflow(gain)
        parts = runsOver || isTooLarge ? capacity : min(capacity, sum)
        filledAt = now
    }

    /// Takes so many out, also more than there are: the rest is owed.
    ///
    /// A negative number gives back, up to what the bucket holds.
    mutating func take(_ count: Int) {
        parts = min(capacity, max(Self.deepest, parts - count * Self.partsOfUnit))
    }

    /// Changes the limit; what was taken stays taken.
    mutating func resize(to limit: Int) {
        let taken = capacity - parts
        self.limit = limit
        parts = max(Self.deepest, capacity - taken)
    }
}
