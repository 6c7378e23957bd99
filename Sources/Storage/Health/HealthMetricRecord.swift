public import FoundationEssentials

/// A metric that a client has samples of.
public struct HealthMetricRecord: Sendable, Equatable {
    /// Its name, such as `step_count`.
    public var name: String

    /// When its latest sample is from.
    public var latest: Date

    /// The day that this sample counts to, as in ``HealthSampleRecord/day``.
    public var latestDay: Int?

    /// Makes a record.
    public init(name: String, latest: Date, latestDay: Int? = nil) {
        self.name = name
        self.latest = latest
        self.latestDay = latestDay
    }
}
