import Foundation
import Testing

@testable import AgentRuntime

@Suite struct RelativeDayMemoryTests {
    /// The last moments of a day and the first moments of the next in two zones, in an order in which each follows the cached one.
    @Test(arguments: [
        ("2026-11-21T14:59:59Z", "Asia/Tokyo", "2026-11-21"), ("2026-11-21T15:00:00Z", "Asia/Tokyo", "2026-11-22"),
        ("2026-11-21T15:00:00Z", "America/New_York", "2026-11-21"),
        ("2026-11-22T14:59:59Z", "Asia/Tokyo", "2026-11-22"), ("2026-11-21T14:59:59Z", "Asia/Tokyo", "2026-11-21"),
    ])
    func todayEndsAtMidnight(now: String, zone: String, today: String) throws {
        let now = try Date(now, strategy: .iso8601)
        let zone = try #require(TimeZone(identifier: zone))
        let memory = RelativeDayMemory.shared
        for _ in 0..<2 {
            let spans = memory.spans(now: now, timeZone: zone)
            #expect(spans == RelativeDays(now: now, timeZone: zone).spans)
            #expect(spans.first?.first == today)
        }
    }

    @Test func moreZonesThanTheCacheHolds() throws {
        let now = try Date("2026-11-21T12:00:00Z", strategy: .iso8601)
        for zone in TimeZone.knownTimeZoneIdentifiers.prefix(150).compactMap({ TimeZone(identifier: $0) }) {
            #expect(
                RelativeDayMemory.shared.spans(now: now, timeZone: zone) == RelativeDays(now: now, timeZone: zone).spans
            )
        }
    }
}
