/// The durations of many sequential calls, which include the cost of reading the clock.
public struct Latencies: Sendable {
    /// The durations in nanoseconds, shortest first.
    private let sorted: [Double]

    /// Measures calls, each with its number as the argument; the first calls, with numbers of their own, do not count.
    public init(
        of count: Int,
        after unmeasured: Int,
        _ call: (_ number: Int) async throws -> Void
    ) async rethrows {
        let clock = ContinuousClock()
        for number in 0..<unmeasured { try await call(number) }
        var times: [Double] = []
        times.reserveCapacity(count)
        for number in unmeasured..<unmeasured + count {
            let begin = clock.now
            try await call(number)
            times.append((clock.now - begin) / .nanoseconds(1))
        }
        sorted = times.sorted()
    }

    /// The median, in nanoseconds.
    public var median: Double { sorted[sorted.count / 2] }

    /// The 99th percentile, in nanoseconds.
    public var p99: Double { sorted[sorted.count * 99 / 100] }

    /// Returns a row with the median as Torii's figure and the 99th percentile beside it.
    public func row(_ name: String) -> ReportRow {
        ReportRow(name, torii: Self.text(median), baseline: "p99 \(Self.text(p99))")
    }

    /// Formats nanoseconds in a readable unit.
    public static func text(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1000: "\(ReportRow.number(nanoseconds, digits: 0)) ns"
        case ..<1_000_000: "\(ReportRow.number(nanoseconds / 1000, digits: 2)) us"
        default: "\(ReportRow.number(nanoseconds / 1_000_000, digits: 2)) ms"
        }
    }
}
