/// Counts durations in buckets with fixed bounds, so that the counts of several moments and machines can be added up.
public struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds of the buckets, each of them inside its bucket; one more bucket takes what is longer.
    public static let bounds: [Duration] = [
        .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250),
        .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10), .seconds(30), .seconds(60),
    ]

    /// How many durations fell into each bucket; one count more than there are bounds.
    public private(set) var counts = [Int](repeating: 0, count: DurationHistogram.bounds.count + 1)
    /// All durations together.
    public private(set) var sum = Duration.zero

    /// A histogram with nothing in it.
    public init() {}

    /// How many durations there are.
    public var count: Int { counts.reduce(0, +) }

    /// Adds a duration.
    public mutating func record(_ duration: Duration) {
        counts[Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count] += 1
        sum += duration
    }
}
