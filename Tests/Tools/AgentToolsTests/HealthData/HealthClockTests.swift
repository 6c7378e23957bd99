import CalendarDays
import Foundation
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct HealthClockTests {
    private static let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt

    /// Times as exporters write them, with the same moment in UTC.
    @Test(
        arguments: [
            ("2026-11-20 08:00:00 +0900", "2026-11-19T23:00:00Z"),
            ("2026-11-20 00:00:00 +0900", "2026-11-19T15:00:00Z"),
            ("2026-11-20 7:57:00\u{202F}am +0900", "2026-11-19T22:57:00Z"),
            ("2026-11-20 7:57:00\u{A0}am +0900", "2026-11-19T22:57:00Z"),
            ("2026-11-20 7:57:00 AM +0900", "2026-11-19T22:57:00Z"),
            ("2026-11-20\u{202F}4:51:59\u{202F}PM\u{202F}+0900", "2026-11-20T07:51:59Z"),
            ("2026-11-20 4:51:59 pm +0900", "2026-11-20T07:51:59Z"),
            ("2026-11-20 4:51:59pm +0900", "2026-11-20T07:51:59Z"),
            ("2026-11-20 4:51:59 p.m. +0900", "2026-11-20T07:51:59Z"),
            ("2026-11-20 午後4:51:59 +0900", "2026-11-20T07:51:59Z"),
            ("2026-11-20 12:00:00 am +0000", "2026-11-20T00:00:00Z"),
            ("2026-11-20 12:00:00 PM +0000", "2026-11-20T12:00:00Z"),
            ("2026-11-20 午前0:05:00 +0000", "2026-11-20T00:05:00Z"),
            ("2026-11-20 07:01:00 -0330", "2026-11-20T10:31:00Z"),
            ("2026-11-20 07:01:00 −03:30", "2026-11-20T10:31:00Z"),
            ("2026-11-20 07:01:00 GMT+9", nil), ("2026-11-20 07:01:00 GMT+09:00", "2026-11-19T22:01:00Z"),
            ("2026-11-20 07:01:00 UTC", "2026-11-20T07:01:00Z"),
            ("2026-11-20T23:59:00+09:00", "2026-11-20T14:59:00Z"), ("2026-11-20T23:59:00Z", "2026-11-20T23:59:00Z"),
            ("2026-11-20t23:59z", "2026-11-20T23:59:00Z"), ("2026-11-20T23:59:60Z", "2026-11-20T23:59:59Z"),
            ("  2026-11-20 08:00:00 +09 ", "2026-11-19T23:00:00Z"),
            // Without an offset the reader's clock counts; a date alone means its first moment.
            ("2026-11-20 08:00:00", "2026-11-19T23:00:00Z"), ("2026-11-20", "2026-11-19T15:00:00Z"),
            ("2026-2-3", "2026-02-02T15:00:00Z"),
        ] as [(String, String?)]
    )
    func timesAreRead(text: String, moment: String?) throws {
        let clock = HealthClock(text)
        #expect(clock?.moment(in: Self.tokyo) == (try moment.map { try Date($0, strategy: .iso8601) }))
    }

    @Test func fractionsOfSecondsAreKept() throws {
        for text in ["2026-11-20T00:00:00.250Z", "2026-11-20 00:00:00,25 +0000"] {
            let moment = try #require(HealthClock(text)).moment(in: .gmt)
            #expect(moment == Date(timeIntervalSince1970: 20_777 * 86_400 + 0.25))
        }
    }

    @Test(arguments: [
        "", "today", "2026", "2026-11", "26-11-20", "2026-13-01", "2026-02-30", "2026-11-20 25:00:00 +0900",
        "2026-11-20 13:00:00 am +0900", "2026-11-20 08:60:00 +0900", "2026-11-20 08:00:61 +0900", "2026-11-20 08 +0900",
        "2026-11-20 08:00:00 +0900 x", "2026-11-20 08:00:00 +9", "2026-11-20 08:00:00 JST",
        "2026-11-20 08:00:00 ++0900",
        "2026-11-20x", "2026-11-20T", "2026-11-20 08:00:00 +2500", "２０２６-11-20", "2026-11-20 08:00:00. +0900",
        "2026-11-20 " + String(repeating: " ", count: 100) + "08:00:00",
    ])
    func invalidTimesAreRefused(text: String) { #expect(HealthClock(text) == nil) }

    @Test("A time cut at any place is read as a time or refused")
    func cut() {
        let text = "2026-11-20 4:51:59\u{202F}pm +0900"
        let readable = text.indices.filter { HealthClock(String(text[..<$0])) != nil }.map { String(text[..<$0]) }
        #expect(
            readable == [
                "2026-11-2", "2026-11-20", "2026-11-20 ", "2026-11-20 4:51", "2026-11-20 4:51:59",
                "2026-11-20 4:51:59\u{202F}", "2026-11-20 4:51:59\u{202F}pm", "2026-11-20 4:51:59\u{202F}pm ",
                "2026-11-20 4:51:59\u{202F}pm +09",
            ]
        )
    }

    @Test func midnightMeansItsDayAndTheEveningTheNext() throws {
        let day = try #require(CalendarDay(year: 2026, month: 11, day: 20))
        for text in ["2026-11-20", "2026-11-20 00:00:00 +0900", "2026-11-20 12:00:00 am -0800"] {
            #expect(HealthClock(text)?.wholeDay == day)
        }
        #expect(HealthClock("2026-11-20 00:00:01 +0900")?.wholeDay == nil)
        #expect(HealthClock("2026-11-20 17:59:59 +0900")?.nightDay == day)
        #expect(HealthClock("2026-11-19 18:00:00 +0900")?.nightDay == day)
    }
}
