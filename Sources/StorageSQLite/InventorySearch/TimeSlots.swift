/// Spans of time of twelve sizes, each four times the one before it, by which the items of a range of dates are found.
///
/// An item is in one span of each size, and a range is the sum of a few spans: a day is six or seven of them, a hundred years not
/// more than seventy. So a range is answered as a union of lists of ascending ids, which a page leaves as soon as it is full, however
/// many items the range holds. The smallest span is a quarter of an hour, to which the midnights of all time zones keep.
enum TimeSlots {
    private static let length: Int64 = 15 * 60 * 1000
    private static let sizes = 12
    /// How many of the smallest spans there are, from 1970 to 2448; times outside count to the first or the last one.
    private static let count: Int64 = 1 << (2 * Int64(sizes))

    /// The tokens of an item that was changed at this time.
    static func tokens(ofMilliseconds time: Int64) -> [String] {
        let slot = min(max(quotient(time), 0), count - 1)
        return (0..<sizes).map { token(size: $0, slot >> (2 * Int64($0))) }
    }

    /// The tokens of which each item in the range has one; some items just outside have one as well.
    ///
    /// - Returns: Nothing for an empty range; nil for one without ends.
    static func tokens(from start: Int64?, before end: Int64?) -> [String]? {
        if start == nil, end == nil { return nil }
        if let start, let end, start >= end { return [] }
        var first = start.map { min(max(quotient($0), 0), count - 1) } ?? 0
        var last = end.map { min(max(quotient($0 - 1) + 1, 1), count) } ?? count
        var tokens: [String] = []
        for size in 0..<sizes {
            let isLargest = size == sizes - 1
            while first < last, isLargest || first % 4 != 0 {
                tokens.append(token(size: size, first))
                first += 1
            }
            while first < last, last % 4 != 0 {
                last -= 1
                tokens.append(token(size: size, last))
            }
            first /= 4
            last /= 4
        }
        return tokens
    }

    /// Division that rounds down, also before 1970.
    private static func quotient(_ time: Int64) -> Int64 {
        time / length - (time % length < 0 ? 1 : 0)
    }

    private static func token(size: Int, _ slot: Int64) -> String {
        "t" + String(size, radix: 36) + "x" + String(slot, radix: 36)
    }
}
