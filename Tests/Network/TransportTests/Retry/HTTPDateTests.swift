import FoundationEssentials
import Testing
import Transport

@Suite struct HTTPDateTests {
    /// 21 November 2026, 03:00:00.
    static let now = Date(timeIntervalSince1970: 1_795_230_000)

    @Test(arguments: [
        // The three forms of the specification.
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Sun Nov 06 08:49:37 1994", 784_111_777),
        ("Sat, 21 Nov 2026 03:00:00 GMT", 1_795_230_000),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Thu Jan  1 00:00:00 1970", 0),
        // Leap days, leap seconds, ends of months and of the range.
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
        ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
        // A wrong day of the week is accepted.
        ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        // Two digits: up to 50 years in the future, otherwise in the past.
        ("Friday, 01-Jan-27 00:00:00 GMT", 1_798_761_600),
        ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
        ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
        ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
    ]) func real(text: String, seconds: Int) {
        #expect(HTTPDate(text, now: Self.now)?.secondsSince1970 == seconds)
        #expect(HTTPDate(text, now: Self.now)?.date == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        "", "soon", "7", "GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 gmt", "Sun 06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov 08:49:37 GMT",
        "Som, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT",
        "Sun, ０６ Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94", "Sun Nov 006 08:49:37 1994", "2026-11-21T03:00:00Z",
    ]) func noDate(text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }

    /// Late in a century, two digits may mean the next one.
    @Test(arguments: [
        ("Friday, 01-Jan-00 00:00:00 GMT", 4_102_444_800), ("Tuesday, 01-Jan-80 00:00:00 GMT", 3_471_292_800),
    ])
    func centuries(text: String, seconds: Int) {
        // 1 July 2099.
        let now = Date(timeIntervalSince1970: 4_086_547_200)
        #expect(HTTPDate(text, now: now)?.secondsSince1970 == seconds)
    }

    /// The same as Foundation's calendar, for a day in each of 1,000 steps of 37 days.
    @Test func everyDayMatchesFoundationsCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for step in 0..<1000 {
            let seconds = -1_000_000_000 + step * 37 * 86_400
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds))
            )
            let year = try #require(parts.year)
            let month = try #require(parts.month)
            let two = [parts.day, parts.hour, parts.minute, parts.second].compactMap { $0 }.map {
                $0 < 10 ? "0\($0)" : "\($0)"
            }
            let text = "Mon, \(two[0]) \(months[month - 1]) \(year) \(two[1]):\(two[2]):\(two[3]) GMT"
            #expect(HTTPDate(text, now: Self.now)?.secondsSince1970 == seconds, "\(text)")
        }
    }
}
