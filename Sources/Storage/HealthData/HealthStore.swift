public import FoundationEssentials

/// Where the health samples of clients are kept; each sees its own only.
public protocol HealthStore: Sendable {
    /// Takes samples in, in one transaction that is durable on return.
    ///
    /// A sample takes the place of another value of the same metric, part and moment, if their sources have a name in common
    /// (``HealthSampleRecord/areOne(_:_:)``). So whatever is sent twice is there once.
    /// - Parameter limit: How many samples a client may have; those that would be more are not taken. `nil` for any number.
    func storeHealthSamples(
        _ samples: [HealthSampleRecord],
        of client: String,
        limit: Int?
    ) async throws -> HealthStoreSummary

    /// The metrics that there are samples of, by name.
    func healthMetrics(of client: String) async throws -> [HealthMetricRecord]

    /// The samples of one metric on some days, added up, in the order of the days, parts, units and sources.
    func healthTotals(of client: String, metric: String, in span: HealthSpan) async throws -> [HealthDayTotal]

    /// Deletes all samples of a client; gives how many there were.
    func deleteHealthSamples(of client: String) async throws -> Int

    /// Deletes the samples of all clients from before a time; gives how many there were.
    func deleteHealthSamples(before time: Date) async throws -> Int
}

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
