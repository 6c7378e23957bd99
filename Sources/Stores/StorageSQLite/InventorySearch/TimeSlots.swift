/// Time spans of twelve sizes, each four times as long as the one before, which index the times of changes.
///
/// An item is in one span of each size, and a date range is the union of a few spans: a day of six or seven, a hundred years of at most
/// seventy. So a range is a union of ascending id lists, which are read only until the page is full, however many items the range has. The
/// smallest span is a quarter of an hour, because midnight in every time zone is a multiple of it.
enum TimeSlots {
    private static let length: Int64 = 15 * 60 * 1000
    private static let sizes = 12
    /// The number of the smallest spans, from 1970 to 2448; other times count for the first or the last span.
    private static let count: Int64 = 1 << (2 * Int64(sizes))

    /// Returns the tokens of an item that was changed at this time.
    static func tokens(ofMilliseconds time: Int64) -> [String] {
        let slot = min(max(quotient(time), 0), count - 1)
        return (0..<sizes).map { token(size: $0, slot >> (2 * Int64($0))) }
    }

    /// Returns tokens of which every item in the range has one; some items just outside have one as well.
    ///
    /// - Returns: No tokens for an empty range; `nil` for a range without ends.
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

    /// Returns the quotient rounded down, also before 1970.
    private static func quotient(_ time: Int64) -> Int64 {
        time / length - (time % length < 0 ? 1 : 0)
    }

    private static func token(size: Int, _ slot: Int64) -> String {
        "t" + String(size, radix: 36) + "x" + String(slot, radix: 36)
    }
}
