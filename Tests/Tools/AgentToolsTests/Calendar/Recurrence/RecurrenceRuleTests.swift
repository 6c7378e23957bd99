import CalendarDays
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct RecurrenceRuleTests {
    /// Returns the starts of the first instances, as dates such as `19970902`.
    private static func days(_ text: String, from start: String, count: Int) throws -> [String] {
        let rule = try #require(RecurrenceRule(text))
        let first = try #require(CalendarMoment(start)).civil
        var budget = RecurrenceBudget()
        let all = try rule.starts(
            from: first,
            in: first..<CivilTime(first.seconds + 40 * 366 * CivilTime.secondsOfDay),
            isPastEnd: { time in rule.until.map { time > $0.civil } ?? false },
            budget: &budget
        )
        return all.prefix(count).map { $0.day.text.filter { $0 != "-" } }
    }

    /// The examples of RFC 5545 §3.8.5.3, and of its errata.
    @Test(arguments: [
        ("FREQ=DAILY;COUNT=3", "19970902", "19970902 19970903 19970904"),
        ("FREQ=DAILY;UNTIL=19970904", "19970902", "19970902 19970903 19970904"),
        ("FREQ=DAILY;INTERVAL=10;COUNT=5", "19970902", "19970902 19970912 19970922 19971002 19971012"),
        ("FREQ=DAILY;BYMONTH=1;UNTIL=19990102", "19980130", "19980130 19980131 19990101 19990102"),
        ("FREQ=WEEKLY;COUNT=3", "19970902", "19970902 19970909 19970916"),
        (
            "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR;COUNT=7", "19970901",
            "19970901 19970903 19970905 19970915 19970917 19970919 19970929"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "19970902",
            "19970902 19970904 19970916 19970918 19970930 19971002 19971014 19971016"
        ),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "19970805", "19970805 19970810 19970819 19970824"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "19970805", "19970805 19970817 19970819 19970831"),
        ("FREQ=MONTHLY;COUNT=4;BYDAY=1FR", "19970905", "19970905 19971003 19971107 19971205"),
        (
            "FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU", "19970907",
            "19970907 19970928 19971102 19971130 19980104 19980125"
        ),
        ("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "19970922", "19970922 19971020 19971117 19971222 19980119 19980216"),
        ("FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6", "19970928", "19970928 19971029 19971128 19971229 19980129 19980226"),
        ("FREQ=MONTHLY;COUNT=4;BYMONTHDAY=2,15", "19970902", "19970902 19970915 19971002 19971015"),
        ("FREQ=MONTHLY;COUNT=6;BYMONTHDAY=1,-1", "19970930", "19970930 19971001 19971031 19971101 19971130 19971201"),
        (
            "FREQ=MONTHLY;INTERVAL=18;COUNT=8;BYMONTHDAY=10,11,12,13,14,15", "19970910",
            "19970910 19970911 19970912 19970913 19970914 19970915 19990310 19990311"
        ),
        ("FREQ=MONTHLY;COUNT=4", "19970131", "19970131 19970331 19970531 19970731"),
        ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "20070115", "20070115 20070130 20070215 20070315 20070330"),
        (
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=6", "19970902",
            "19970902 19980213 19980313 19981113 19990813 20001013"
        ),
        (
            "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=5", "19970913",
            "19970913 19971011 19971108 19971213 19980110"
        ),
        ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "19970904", "19970904 19971007 19971106"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7", "19970929",
            "19970929 19971030 19971127 19971230 19980129 19980226 19980330"
        ),
        ("FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "19970610", "19970610 19970710 19980610 19980710"),
        ("FREQ=YEARLY;INTERVAL=2;COUNT=5;BYMONTH=1,2,3", "19970310", "19970310 19990110 19990210 19990310 20010110"),
        (
            "FREQ=YEARLY;INTERVAL=3;COUNT=7;BYYEARDAY=1,100,200", "19970101",
            "19970101 19970410 19970719 20000101 20000409 20000718 20030101"
        ),
        ("FREQ=YEARLY;BYDAY=20MO;COUNT=3", "19970519", "19970519 19980518 19990517"),
        ("FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=5", "19970313", "19970313 19970320 19970327 19980305 19980312"),
        (
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3", "19961105",
            "19961105 20001107 20041102"
        ),
        ("FREQ=YEARLY;COUNT=3", "20000229", "20000229 20040229 20080229"),
        ("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=2", "20261025", "20261025 20271031"),
        ("FREQ=YEARLY;BYYEARDAY=-1;COUNT=2", "20001231", "20001231 20011231"),
        ("freq=daily;count=2;x-vendor=1", "20261121", "20261121 20261122"),
    ])
    func instances(rule: String, start: String, days: String) throws {
        let expected = days.split(separator: " ").map(String.init)
        #expect(try Self.days(rule, from: start, count: expected.count) == expected)
    }

    @Test(arguments: [
        "", "FREQ", "FREQ=HOURLY", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;BYDAY=1MO",
        "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=DAILY;BYDAY=XX",
        "FREQ=DAILY;COUNT=2;UNTIL=20260101", "FREQ=DAILY;FREQ=WEEKLY", "RSCALE=HEBREW;FREQ=YEARLY",
        "FREQ=DAILY;UNTIL=soon",
        "FREQ=MONTHLY;BYDAY=54MO", "FREQ=DAILY;BYHOUR=24", "FREQ=DAILY;NEW=1",
    ])
    func refusesInvalidRules(rule: String) { #expect(RecurrenceRule(rule) == nil) }

    @Test func timesOfTheDayAreRead() throws {
        let rule = try #require(RecurrenceRule("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;COUNT=5"))
        var budget = RecurrenceBudget()
        let first = try #require(CalendarMoment("20261121T090000")).civil
        let starts = try rule.starts(
            from: first,
            in: first..<CivilTime(first.seconds + 900_000),
            isPastEnd: { _ in false },
            budget: &budget
        )
        #expect(starts.map { $0.seconds - first.seconds } == [0, 1800, 28_800, 30_600, 86_400])
    }

    /// A rule without a count is expanded from near the requested span, which must not change the result.
    @Test(arguments: [
        "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU",
        "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-1,1",
        "FREQ=YEARLY;INTERVAL=3;BYMONTH=2,11;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY",
    ])
    func aLateSpanHasTheInstancesOfAFullOne(text: String) throws {
        let rule = try #require(RecurrenceRule(text))
        let first = CivilTime(try #require(CalendarDay(year: 1997, month: 9, day: 2)), secondOfDay: 32_400)
        func starts(_ from: Int, _ to: Int) throws -> [CivilTime] {
            var budget = RecurrenceBudget()
            return try rule.starts(
                from: first,
                in: CivilTime(from)..<CivilTime(to),
                isPastEnd: { _ in false },
                budget: &budget
            )
        }
        let day = CivilTime.secondsOfDay
        let whole = try starts(first.seconds, first.seconds + 12_000 * day)
        for offset in stride(from: 1, to: 11_900, by: 37) {
            let from = first.seconds + offset * day + 1234
            #expect(try starts(from, from + 90 * day) == whole.filter { (from..<from + 90 * day).contains($0.seconds) })
        }
    }

    @Test func noRuleExceedsTheBudget() throws {
        // There is no February 30 in any year.
        let rule = try #require(RecurrenceRule("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5"))
        let first = CivilTime(try #require(CalendarDay(year: 1, month: 1, day: 1)))
        let late = CivilTime(try #require(CalendarDay(year: 9999, month: 1, day: 1)))
        var budget = RecurrenceBudget(steps: 10_000)
        #expect(throws: RecurrenceBudget.Exhausted.self) {
            try rule.starts(
                from: first,
                in: late..<CivilTime(late.seconds + 1),
                isPastEnd: { _ in false },
                budget: &budget
            )
        }
    }

    @Test func daysAreCountedThroughAllYears() throws {
        var number = try #require(CalendarDay(year: 1, month: 1, day: 1)).number
        for year in 1...2400 {
            for month in 1...12 {
                for day in 1...CalendarDay.dayCount(ofMonth: month, in: year) {
                    let civil = try #require(CalendarDay(year: year, month: month, day: day))
                    guard civil.number == number, civil.components == (year, month, day) else {
                        Issue.record("\(year)-\(month)-\(day) is counted wrong")
                        return
                    }
                    number += 1
                }
            }
        }
        #expect(
            CalendarDay(year: 2026, month: 11, day: 21)?.weekday == 5 && CalendarDay(number: 0).text == "1970-01-01"
        )
        #expect(CalendarDay(year: 2026, month: 2, day: 29) == nil && CalendarDay(year: 1900, month: 2, day: 29) == nil)
    }
}
