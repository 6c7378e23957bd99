/// How long each of many calls took, one after the other; the clock's own cost is in it.
public struct Latencies: Sendable {
    /// In nanoseconds, the shortest first.
    private let sorted: [Double]

    /// Measures calls, each of which is told its number; some at the start, with numbers of their own, do not count.
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

    /// The middle value, in nanoseconds.
    public var median: Double { sorted[sorted.count / 2] }

    /// What ninety-nine of a hundred calls stayed below, in nanoseconds.
    public var p99: Double { sorted[sorted.count * 99 / 100] }

    /// The median as Torii's figure, and the 99th percentile beside it.
    public func row(_ name: String) -> ReportRow {
        ReportRow(name, torii: Self.text(median), baseline: "p99 \(Self.text(p99))")
    }

    /// Nanoseconds in a unit that keeps them readable.
    public static func text(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1000: "\(ReportRow.number(nanoseconds, digits: 0)) ns"
        case ..<1_000_000: "\(ReportRow.number(nanoseconds / 1000, digits: 2)) us"
        default: "\(ReportRow.number(nanoseconds / 1_000_000, digits: 2)) ms"
        }
    }
}
