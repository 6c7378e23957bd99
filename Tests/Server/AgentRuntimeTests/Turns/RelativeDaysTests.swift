import Foundation
import Testing

@testable import AgentRuntime

@Suite struct RelativeDaysTests {
    @Test(arguments: [
        // A Saturday in UTC that is already Sunday in Tokyo.
        (
            "2026-11-21T16:00:00Z", "Asia/Tokyo",
            [
                "2026-11-22", "2026-11-22", "2026-11-21", "2026-11-21", "2026-11-16", "2026-11-22", "2026-11-09",
                "2026-11-15",
            ]
        ),
        (
            "2026-11-21T16:00:00Z", "America/New_York",
            [
                "2026-11-21", "2026-11-21", "2026-11-20", "2026-11-20", "2026-11-16", "2026-11-22", "2026-11-09",
                "2026-11-15",
            ]
        ),
        // Across a daylight-saving change and a new year.
        (
            "2026-03-30T12:00:00Z", "Europe/Paris",
            [
                "2026-03-30", "2026-03-30", "2026-03-29", "2026-03-29", "2026-03-30", "2026-04-05", "2026-03-23",
                "2026-03-29",
            ]
        ),
    ])
    func daysAndWeeks(now: String, zone: String, expected: [String]) throws {
        let days = RelativeDays(
            now: try Date(now, strategy: .iso8601),
            timeZone: try #require(TimeZone(identifier: zone))
        )
        #expect(days.spans.prefix(4).flatMap { [$0.first, $0.last] } == expected)
    }

    @Test(arguments: [
        ("2026-03-31T12:00:00Z", ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"]),
        ("2026-01-01T00:00:00Z", ["2026-01-01", "2026-01-31", "2025-12-01", "2025-12-31"]),
    ])
    func months(now: String, expected: [String]) throws {
        let days = RelativeDays(now: try Date(now, strategy: .iso8601), timeZone: .gmt)
        #expect(days.spans.suffix(2).flatMap { [$0.first, $0.last] } == expected)
    }
}
