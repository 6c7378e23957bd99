import Foundation
import Storage
import Testing

@Suite struct HealthSampleIntakeTests {
    private static func sample(_ value: Double, _ source: String = "Phone") -> HealthSampleRecord {
        HealthSampleRecord(
            metric: "step_count",
            source: source,
            start: Date(timeIntervalSince1970: 0),
            unit: "count",
            value: value
        )
    }

    /// The limit, the samples at the same place, the new one, those that it replaces (`nil`: it is not stored), and the summary.
    @Test(
        arguments: [
            (nil, [], sample(1), [], HealthStoreSummary(added: 1)),
            (nil, [sample(1)], sample(1), nil, HealthStoreSummary(unchanged: 1)),
            (nil, [sample(1)], sample(2), [sample(1)], HealthStoreSummary(replaced: 1)),
            (nil, [sample(1, "Watch")], sample(2), [], HealthStoreSummary(added: 1)),
            (
                nil, [sample(1, "Phone|Watch")], sample(2, "Watch"), [sample(1, "Phone|Watch")],
                HealthStoreSummary(replaced: 1)
            ),
            (
                nil, [sample(1), sample(1, "Watch")], sample(1, "Phone|Watch"), [sample(1), sample(1, "Watch")],
                HealthStoreSummary(replaced: 1)
            ),
            (5, [], sample(1), nil, HealthStoreSummary(refused: 1)),
            (6, [], sample(1), [], HealthStoreSummary(added: 1)),
            (5, [sample(1)], sample(2), [sample(1)], HealthStoreSummary(replaced: 1)),
            (5, [sample(1)], sample(1), nil, HealthStoreSummary(unchanged: 1)),
        ] as [(Int?, [HealthSampleRecord], HealthSampleRecord, [HealthSampleRecord]?, HealthStoreSummary)]
    )
    func aSampleReplacesThoseOfItsSources(
        limit: Int?,
        stored: [HealthSampleRecord],
        new: HealthSampleRecord,
        replaced: [HealthSampleRecord]?,
        summary: HealthStoreSummary
    ) {
        var intake = HealthSampleIntake(count: 5, limit: limit)
        #expect(intake.replaced(by: new, among: stored) == replaced)
        #expect(intake.summary == summary)
        #expect(intake.count == 5 + (replaced.map { 1 - $0.count } ?? 0))
    }
}
