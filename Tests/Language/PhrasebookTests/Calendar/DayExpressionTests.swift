import CalendarDays
import Foundation
import Testing

@testable import Phrasebook

@Suite struct DayExpressionTests {
    @Test(
        "The day depends on the time zone",
        arguments: [
            ("2026-11-20T14:59:59Z", "Asia/Tokyo", "2026-11-20"),
            ("2026-11-20T15:00:00Z", "Asia/Tokyo", "2026-11-21"),
            ("2026-11-21T02:44:00Z", "America/New_York", "2026-11-20"),
            ("2026-01-01T00:00:00Z", "UTC", "2026-01-01"),
        ]
    )
    func timeZones(instant: String, zone: String, expected: String) throws {
        let date = try Date(instant, strategy: .iso8601)
        let timeZone = try #require(TimeZone(identifier: zone))
        #expect(CalendarDay(date, in: timeZone).text == expected)
    }

    @Test(
        "Read on Saturday 2026-11-21",
        arguments: [
            ("today", "2026-11-21", "2026-11-21"), ("yesterday", "2026-11-20", "2026-11-20"),
            ("this week", "2026-11-16", "2026-11-22"), ("last week", "2026-11-09", "2026-11-15"),
            ("this month", "2026-11-01", "2026-11-30"), ("last month", "2026-10-01", "2026-10-31"),
            ("this year", "2026-01-01", "2026-12-31"), ("since 2026-11-01", "2026-11-01", ""),
            ("until 11/20", "", "2026-11-20"), ("between 2026-11-10 and 2026-11-03", "2026-11-03", "2026-11-10"),
            ("from 2026/11/03 to 11/10", "2026-11-03", "2026-11-10"), ("on Monday", "2026-11-16", "2026-11-16"),
            ("last Saturday", "2026-11-14", "2026-11-14"), ("in October", "2026-10-01", "2026-10-31"),
            ("in December", "2025-12-01", "2025-12-31"), ("on Dec 3, 2025", "2025-12-03", "2025-12-03"),
            ("the day before yesterday", "2026-11-19", "2026-11-19"), ("3 days ago", "2026-11-18", "2026-11-18"),
            ("within the last three days", "2026-11-19", "2026-11-21"), ("since last month", "2026-10-01", ""),
            ("今日", "2026-11-21", "2026-11-21"), ("一昨日", "2026-11-19", "2026-11-19"),
            ("今週中", "2026-11-16", "2026-11-22"),
            ("先月", "2026-10-01", "2026-10-31"), ("11月20日", "2026-11-20", "2026-11-20"),
            ("１１／２０", "2026-11-20", "2026-11-20"),
            ("2026年11月", "2026-11-01", "2026-11-30"), ("11月3日から11月10日まで", "2026-11-03", "2026-11-10"),
            ("11月3日と11月10日の間", "2026-11-03", "2026-11-10"), ("昨日以降", "2026-11-20", ""), ("先週まで", "", "2026-11-15"),
            ("先週から今日まで", "2026-11-09", "2026-11-21"),
            ("from last month to yesterday", "2026-10-01", "2026-11-20"),
            ("until the end of last month", "", "2026-10-31"),
            ("月曜日", "2026-11-16", "2026-11-16"), ("過去7日間", "2026-11-15", "2026-11-21"),
            ("三日前", "2026-11-18", "2026-11-18"),
            ("2026-02-30", "", ""), ("13/45", "", ""), ("someday", "", ""),
        ]
    )
    func expressions(text: String, first: String, last: String) throws {
        let phrases = try PhraseReading.phrases.get()
        let utterance = Utterance(text)
        let reader = SlotReader(
            utterance,
            range: utterance.tokens.indices,
            words: MessageWords(utterance.tokens, phrases.vocabulary),
            phrases: phrases,
            referents: Referents([]),
            today: PhraseReading.today
        )
        let whole = reader.days(at: 0, in: reader.ranges).first { $0.end == utterance.tokens.count }
        guard case .days(let range)? = whole?.content else {
            #expect(first.isEmpty && last.isEmpty)
            return
        }
        #expect(range.first?.text ?? "" == first)
        #expect(range.last?.text ?? "" == last)
    }
}
