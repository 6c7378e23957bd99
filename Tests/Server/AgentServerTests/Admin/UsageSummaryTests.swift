import AgentWire
import Foundation
import StoredValues
import Testing

@testable import AgentServer

/// Sums of usage by hours and days of a time zone.
@Suite struct UsageSummaryTests {
    /// Usage of one turn, in the quarter of an hour that a time is in.
    private func usage(_ time: String, _ model: String = "m") throws -> UsageRecord {
        let seconds = try Date(time, strategy: .iso8601).timeIntervalSince1970
        return UsageRecord(
            client: "c",
            day: "",
            slot: Int(seconds) / UsageRecord.slotSeconds,
            model: model,
            turns: 1,
            inputTokens: 2,
            outputTokens: 1,
            money: Money(micros: 500_000)
        )
    }

    @Test(arguments: [
        ("GMT", ["2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"], [2, 2]),
        ("Asia/Tokyo", ["2026-11-19T15:00:00Z", "2026-11-20T15:00:00Z"], [1, 3]),
        ("Asia/Kathmandu", ["2026-11-19T18:15:00Z", "2026-11-20T18:15:00Z"], [1, 3]),
    ])
    func aDayIsThatOfTheTimeZone(zone: String, starts: [String], turns: [Int]) throws {
        let records = try [
            "2026-11-20T01:00:00Z", "2026-11-20T18:20:00Z", "2026-11-21T00:00:00Z", "2026-11-21T14:59:00Z",
        ]
        .map { try usage($0) }
        let summary = UsageSummary(by: .day, .model, in: try #require(TimeZone(identifier: zone))).summary(of: records)
        #expect(summary.timeZone == zone)
        #expect(summary.buckets.map { $0.start.formatted(.iso8601) } == starts)
        #expect(summary.buckets.map { $0.groups.map(\.turns).reduce(0, +) } == turns)
        #expect(summary.totals.turns == 4 && summary.totals.money == "2.00")
    }

    @Test func groupsAddUpToTheTotals() throws {
        let records = try [
            usage("2026-11-20T01:00:00Z", "a"), usage("2026-11-20T01:00:00Z", "b"), usage("2026-11-20T01:45:00Z", "a"),
            usage("2026-11-20T03:00:00Z", "b"),
        ]
        let summary = UsageSummary(by: .hour, .model, in: .gmt).summary(of: records)
        #expect(summary.buckets.map { $0.groups.map(\.key) } == [["a", "b"], ["b"]])
        #expect(summary.buckets.map { $0.groups.map(\.turns) } == [[2, 1], [1]])
        #expect(summary.groups.map(\.turns) == [2, 2])
        #expect(summary.groups.map(\.inputTokens).reduce(0, +) == summary.totals.inputTokens)
        #expect(UsageSummary(by: .day, .client, in: .gmt).summary(of: []).buckets.isEmpty)
    }
}
