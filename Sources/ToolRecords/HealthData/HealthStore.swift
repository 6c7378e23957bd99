public import FoundationEssentials

/// A store of the health samples of clients; each client sees only its own.
public protocol HealthStore: Sendable {
    /// Stores samples in one transaction that is durable on return.
    ///
    /// A sample replaces another value of the same metric, part and time if their sources have a name in common
    /// (``HealthSampleRecord/areOne(_:_:)``). So a sample that is sent twice is stored once.
    /// - Parameter limit: The most samples that a client may have; further samples are refused. `nil` for any number.
    func storeHealthSamples(
        _ samples: [HealthSampleRecord],
        of client: String,
        limit: Int?
    ) async throws -> HealthStoreSummary

    /// Returns the metrics that the client has samples of, by name.
    func healthMetrics(of client: String) async throws -> [HealthMetricRecord]

    /// Returns the sums of the samples of one metric, in the order of the days, parts, units and sources.
    func healthTotals(of client: String, metric: String, in span: HealthSpan) async throws -> [HealthDayTotal]

    /// Deletes all samples of a client and returns their number.
    func deleteHealthSamples(of client: String) async throws -> Int

    /// Deletes the samples of all clients from before a time and returns their number.
    func deleteHealthSamples(before time: Date) async throws -> Int
}

/// A metric that a client has samples of.
public struct HealthMetricRecord: Sendable, Equatable {
    /// The name, such as `step_count`.
    public var name: String

    /// The time of the latest sample.
    public var latest: Date

    /// The day that this sample counts for, as in ``HealthSampleRecord/day``.
    public var latestDay: Int?

    /// Makes a record.
    public init(name: String, latest: Date, latestDay: Int? = nil) {
        self.name = name
        self.latest = latest
        self.latestDay = latestDay
    }
}
