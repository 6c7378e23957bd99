/// Counts durations in buckets with fixed bounds, so that the counts of several moments and machines can be added up.
public struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds of the buckets, each of them inside its bucket; one more bucket takes what is longer.
    public let bounds: [Duration]
    /// How many durations fell into each bucket; one count more than there are bounds.
    public private(set) var counts: [Int]
    /// All durations together.
    public private(set) var sum = Duration.zero

    /// From five milliseconds to a minute: answers of upstreams.
    public static let answers: [Duration] = [
        .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250),
        .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10), .seconds(30), .seconds(60),
    ]

    /// From a millisecond to ten minutes: turns, models and tools.
    public static let work: [Duration] = [
        .milliseconds(1), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10),
        .seconds(30), .seconds(60), .seconds(120), .seconds(300), .seconds(600),
    ]
    /// From ten microseconds to a second: what the server adds by itself.
    public static let overhead: [Duration] = [
        .microseconds(10), .microseconds(25), .microseconds(50), .microseconds(100), .microseconds(250),
        .microseconds(500), .milliseconds(1), .microseconds(2500), .milliseconds(5), .milliseconds(10),
        .milliseconds(25), .milliseconds(50), .milliseconds(100), .milliseconds(250), .seconds(1),
    ]

    /// A histogram with nothing in it.
    public init(bounds: [Duration]) {
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    /// How many durations there are.
    public var count: Int { counts.reduce(0, +) }

    /// Adds a duration; one below zero, which a clock that was set back may make, counts as none.
    public mutating func record(_ duration: Duration) {
        let duration = max(.zero, duration)
        counts[bounds.firstIndex { duration <= $0 } ?? bounds.count] += 1
        sum += duration
    }

    /// Adds what another histogram with the same bounds has counted.
    public mutating func add(_ other: DurationHistogram) {
        precondition(bounds == other.bounds)
        for (index, count) in other.counts.enumerated() { counts[index] += count }
        sum += other.sum
    }
}
