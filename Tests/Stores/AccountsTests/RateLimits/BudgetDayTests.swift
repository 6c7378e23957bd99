import Foundation
import Testing

@testable import Accounts

@Suite struct BudgetDayTests {
    /// A moment, a time zone, the day, and the starts of the next day and month in UTC.
    @Test(arguments: [
        ("2026-11-21T23:59:59Z", "UTC", "2026-11-21", "2026-11-22T00:00:00Z", "2026-12-01T00:00:00Z"),
        ("2026-11-22T00:00:00Z", "UTC", "2026-11-22", "2026-11-23T00:00:00Z", "2026-12-01T00:00:00Z"),
        ("2026-12-31T12:00:00Z", "UTC", "2026-12-31", "2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2028-02-29T12:00:00Z", "UTC", "2028-02-29", "2028-03-01T00:00:00Z", "2028-03-01T00:00:00Z"),
        ("2026-11-30T15:00:00Z", "Asia/Tokyo", "2026-12-01", "2026-12-01T15:00:00Z", "2026-12-31T15:00:00Z"),
        ("2026-11-30T14:59:59Z", "Asia/Tokyo", "2026-11-30", "2026-11-30T15:00:00Z", "2026-11-30T15:00:00Z"),
        // A day of 23 hours, one of 25, and one without a midnight.
        ("2026-03-29T10:00:00Z", "Europe/Berlin", "2026-03-29", "2026-03-29T22:00:00Z", "2026-03-31T22:00:00Z"),
        ("2026-10-24T22:30:00Z", "Europe/Berlin", "2026-10-25", "2026-10-25T23:00:00Z", "2026-10-31T23:00:00Z"),
        ("2018-11-04T12:00:00Z", "America/Sao_Paulo", "2018-11-04", "2018-11-05T02:00:00Z", "2018-12-01T02:00:00Z"),
    ])
    func daysAndMonthsEndAtLocalMidnight(
        now: String,
        zone: String,
        label: String,
        end: String,
        endOfMonth: String
    ) throws {
        let day = BudgetDay(
            containing: try Date(now, strategy: .iso8601),
            in: try #require(TimeZone(identifier: zone))
        )
        #expect(day.label == label)
        #expect(day.end.formatted(.iso8601) == end)
        #expect(day.endOfMonth.formatted(.iso8601) == endOfMonth)
        #expect(day.firstOfMonth == label.prefix(8) + "01")
    }
}
