public import FoundationEssentials

/// A store of the health samples of owners; each owner sees only its own.
public protocol HealthStore: Sendable {
    /// Stores samples in one transaction that is durable on return.
    ///
    /// A sample replaces another value of the same metric, part and time if their sources have a name in common
    /// (``HealthSampleRecord/areOne(_:_:)``). So a sample that is sent twice is stored once.
    /// - Parameters:
    ///   - limit: The most samples that a client with all its users may have; further samples are refused. `nil` for any number.
    ///   - ownLimit: The most samples that the owner may have.
    func storeHealthSamples(
        _ samples: [HealthSampleRecord],
        of owner: Owner,
        limit: Int?,
        ownLimit: Int?
    ) async throws -> HealthStoreSummary

    /// Returns the metrics that the owner has samples of, by name.
    func healthMetrics(of owner: Owner) async throws -> [HealthMetricRecord]

    /// Returns the sums of the samples of one metric, in the order of the days, parts, units and sources.
    func healthTotals(of owner: Owner, metric: String, in span: HealthSpan) async throws -> [HealthDayTotal]

    /// Deletes all samples of an owner and returns their number.
    func deleteHealthSamples(of owner: Owner) async throws -> Int

    /// Deletes the samples of all owners from before a time and returns their number.
    func deleteHealthSamples(before time: Date) async throws -> Int
}

/// A metric that an owner has samples of.
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

extension HealthStore {
    /// Stores samples of an owner without a limit for it alone.
    public func storeHealthSamples(
        _ samples: [HealthSampleRecord],
        of owner: Owner,
        limit: Int?
    ) async throws -> HealthStoreSummary {
        try await storeHealthSamples(samples, of: owner, limit: limit, ownLimit: nil)
    }
}
