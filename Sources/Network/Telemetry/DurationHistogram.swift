/// Counts of durations in buckets with fixed bounds, so that the counts of several times and machines can be added.
public struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds of the buckets, each of which belongs to its bucket; one more bucket counts the longer durations.
    public let bounds: [Duration]
    /// The number of durations in each bucket; there is one more count than bounds.
    public private(set) var counts: [Int]
    /// The sum of all durations.
    public private(set) var sum = Duration.zero

    /// Bounds from five milliseconds to a minute, for the answers of upstreams.
    public static let answers: [Duration] = [
        .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250),
        .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10), .seconds(30), .seconds(60),
    ]

    /// Bounds from a millisecond to ten minutes, for turns, models and tools.
    public static let work: [Duration] = [
        .milliseconds(1), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10),
        .seconds(30), .seconds(60), .seconds(120), .seconds(300), .seconds(600),
    ]
    /// Bounds from ten microseconds to a second, for the time that the server adds itself.
    public static let overhead: [Duration] = [
        .microseconds(10), .microseconds(25), .microseconds(50), .microseconds(100), .microseconds(250),
        .microseconds(500), .milliseconds(1), .microseconds(2500), .milliseconds(5), .milliseconds(10),
        .milliseconds(25), .milliseconds(50), .milliseconds(100), .milliseconds(250), .seconds(1),
    ]

    /// An empty histogram.
    public init(bounds: [Duration]) {
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    /// The number of durations.
    public var count: Int { counts.reduce(0, +) }

    /// Adds a duration; a negative one, which follows from a clock that was set back, counts as zero.
    public mutating func record(_ duration: Duration) {
        let duration = max(.zero, duration)
        counts[bounds.firstIndex { duration <= $0 } ?? bounds.count] += 1
        sum += duration
    }

    /// Adds the counts of another histogram with the same bounds.
    public mutating func add(_ other: DurationHistogram) {
        precondition(bounds == other.bounds)
        for (index, count) in other.counts.enumerated() { counts[index] += count }
        sum += other.sum
    }
}
