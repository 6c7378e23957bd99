public import FoundationEssentials

/// A stored number that a phone has measured.
///
/// A client has one sample for each metric, part, time and source. Sources with a name in common count as one source: `Phone|Watch` is
/// measured by both devices together.
public struct HealthSampleRecord: Sendable, Equatable {
    /// The metric, such as `step_count`.
    public var metric: String

    /// The name of one of several numbers of a measurement, such as `systolic`; empty if there is only one.
    public var part: String

    /// The names of the devices or apps, separated by `|`; may be empty.
    public var source: String

    /// The time of the measurement, or the start of the period that the number sums up.
    public var start: Date

    /// The day that the sample counts for in every time zone, in days since 1970-01-01; `nil` if the reader's time zone decides.
    public var day: Int?

    /// The unit, as the phone names it.
    public var unit: String

    /// The number; the average if there is a range.
    public var value: Double

    /// The least of the values that the sample sums up.
    public var minimum: Double?

    /// The greatest of the values that the sample sums up.
    public var maximum: Double?

    /// Makes a record.
    public init(
        metric: String,
        part: String = "",
        source: String = "",
        start: Date,
        day: Int? = nil,
        unit: String,
        value: Double,
        minimum: Double? = nil,
        maximum: Double? = nil
    ) {
        self.metric = metric
        self.part = part
        self.source = source
        self.start = start
        self.day = day
        self.unit = unit
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The sample as a store returns it: with its time in whole milliseconds.
    package var inWholeMilliseconds: HealthSampleRecord {
        var sample = self
        sample.start = Date(milliseconds: start.milliseconds)
        return sample
    }

    /// Whether two sources, as in ``source``, have a name in common, or one of them is empty.
    public static func areOne(_ source: String, _ other: String) -> Bool {
        if source == other || source.isEmpty || other.isEmpty { return true }
        return !Set(source.split(separator: "|")).isDisjoint(with: other.split(separator: "|"))
    }
}
