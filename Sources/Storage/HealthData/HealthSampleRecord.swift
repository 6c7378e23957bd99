public import FoundationEssentials

/// One number that a phone has measured, as it is stored.
///
/// Of one metric, part, moment and source a client has one. Sources with a name in common are one source: `Phone|Watch` is what both
/// have measured together.
public struct HealthSampleRecord: Sendable, Equatable {
    /// What was measured, such as `step_count`.
    public var metric: String

    /// Which of several numbers of one measurement, such as `systolic`; empty when there is one only.
    public var part: String

    /// The names of the devices or apps, with `|` between; may be empty.
    public var source: String

    /// When it was measured, or when the time that it sums up began.
    public var start: Date

    /// The day that it counts to, in days since 1970-01-01, wherever it is read; nil when the reader's time zone decides.
    public var day: Int?

    /// The unit, as the phone has it.
    public var unit: String

    /// The number; an average where there is a range.
    public var value: Double

    /// The least of what it sums up.
    public var minimum: Double?

    /// The greatest of what it sums up.
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

    /// The sample as a store reads it back: with its time in whole milliseconds.
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
