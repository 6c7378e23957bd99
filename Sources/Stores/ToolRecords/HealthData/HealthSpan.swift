public import FoundationEssentials

/// A range of consecutive days in one time zone.
public struct HealthSpan: Sendable, Equatable {
    /// The first day, in days since 1970-01-01.
    public var first: Int

    /// The start of each day, and last the end of the last day, in ascending order.
    public var boundaries: [Date]

    /// Makes a span.
    public init(first: Int, boundaries: [Date]) {
        self.first = first
        self.boundaries = boundaries
    }

    /// The numbers of the days; empty if there are fewer than two boundaries.
    public var days: Range<Int> { first..<first + max(0, boundaries.count - 1) }

    /// Returns the day that a sample counts for; `nil` if it is not in the range.
    public func day(of sample: HealthSampleRecord) -> Int? {
        if let day = sample.day { return days.contains(day) ? day : nil }
        guard let last = boundaries.last, sample.start < last else { return nil }
        return boundaries.lastIndex { $0 <= sample.start }.map { first + $0 }
    }
}
