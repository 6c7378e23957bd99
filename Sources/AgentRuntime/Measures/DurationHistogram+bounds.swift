/// Counts seconds in buckets with fixed bounds, so that the counts of several moments and machines can be added up.
public struct Histogram: Sendable, Equatable {
    /// The upper bounds of the buckets in seconds, each of them inside its bucket; one more bucket takes what is longer.
    public let bounds: [Double]
    /// How many values fell into each bucket; one count more than there are bounds.
    public private(set) var counts: [Int]
    /// All values together, in seconds.
    public private(set) var sum = 0.0

    /// From a millisecond to ten minutes: turns, models and tools.
    public static let work: [Double] = [
        0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
    ]
    /// From ten microseconds to a second: what the server adds by itself.
    public static let overhead: [Double] = [
        0.000_01, 0.000_025, 0.000_05, 0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
    ]

    /// A histogram with nothing in it.
    public init(bounds: [Double]) {
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    /// How many values there are.
    public var count: Int { counts.reduce(0, +) }

    /// Adds a duration; one below zero, which a clock that was set back may make, counts as none.
    public mutating func record(_ duration: Duration) {
        let seconds = max(0, duration / .seconds(1))
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
    }
}
