/// The sum of the samples of one day, metric, part, unit and source.
public struct HealthDayTotal: Sendable, Equatable {
    /// The day, in days since 1970-01-01.
    public var day: Int

    /// As in ``HealthSampleRecord/part``.
    public var part: String

    /// As in ``HealthSampleRecord/unit``.
    public var unit: String

    /// As in ``HealthSampleRecord/source``.
    public var source: String

    /// The number of samples.
    public var count: Int

    /// The sum of the samples.
    public var sum: Double

    /// The least sample.
    public var minimum: Double

    /// The greatest sample.
    public var maximum: Double

    /// Makes a total.
    public init(
        day: Int,
        part: String = "",
        unit: String,
        source: String = "",
        count: Int,
        sum: Double,
        minimum: Double,
        maximum: Double
    ) {
        self.day = day
        self.part = part
        self.unit = unit
        self.source = source
        self.count = count
        self.sum = sum
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Makes the total of a single sample.
    public init(_ sample: HealthSampleRecord, on day: Int) {
        self.init(
            day: day,
            part: sample.part,
            unit: sample.unit,
            source: sample.source,
            count: 1,
            sum: sample.value,
            minimum: sample.minimum ?? sample.value,
            maximum: sample.maximum ?? sample.value
        )
    }
}
