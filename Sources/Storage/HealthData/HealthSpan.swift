public import FoundationEssentials

/// Some days that follow one another, where somebody is.
public struct HealthSpan: Sendable, Equatable {
    /// The first day, in days since 1970-01-01.
    public var first: Int

    /// The first moment of each day, and at the end that of the day after the last: in ascending order.
    public var boundaries: [Date]

    /// Makes a span.
    public init(first: Int, boundaries: [Date]) {
        self.first = first
        self.boundaries = boundaries
    }

    /// The days, counted as the first one is; empty when there are fewer than two boundaries.
    public var days: Range<Int> { first..<first + max(0, boundaries.count - 1) }

    /// The day that a sample counts to; nil when it is none of these.
    public func day(of sample: HealthSampleRecord) -> Int? {
        if let day = sample.day { return days.contains(day) ? day : nil }
        guard let last = boundaries.last, sample.start < last else { return nil }
        return boundaries.lastIndex { $0 <= sample.start }.map { first + $0 }
    }
}
