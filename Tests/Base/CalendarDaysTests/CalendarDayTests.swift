import CalendarDays
import Testing

@Suite struct CalendarDayTests {
    @Test func everyDayOfFourCenturiesRoundTrips() {
        var day = CalendarDay(number: -200_000)
        // Expected once for all, because a macro in a long loop costs more than the loop.
        var unequal: [CalendarDay] = []
        for _ in 0..<146_097 {
            let (year, month, dayOfMonth) = day.components
            if CalendarDay(year: year, month: month, day: dayOfMonth) != day { unequal.append(day) }
            day = day.adding(days: 1)
        }
        #expect(unequal == [])
    }

    @Test(arguments: [
        (2026, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (0, 1, 1), (2100, 2, 29), (10_000, 1, 1),
    ])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    /// The text, the days since 1970-01-01, and the days after Monday.
    @Test(arguments: [
        ("0001-01-01", -719_162, 0), ("1600-02-29", -135_081, 1), ("1900-03-01", -25_508, 3), ("1969-12-31", -1, 2),
        ("1970-01-01", 0, 3), ("1970-01-04", 3, 6), ("2000-02-29", 11_016, 1), ("2026-11-21", 20_778, 5),
        ("9999-12-31", 2_932_896, 4),
    ])
    func texts(text: String, number: Int, weekday: Int) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.number == number)
        #expect(day.weekday == weekday)
        #expect(CalendarDay(number: number).text == text)
        #expect(CalendarDay(number: number).description == text)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-1-1", "2026-11-21 ", "2026-11-21-1", "2026/11/21", "02026-11-21", "-026-11-21",
        "+026-11-21", "2026-02-29", "2026-00-10", "0000-01-01", "２０２６-11-21", "2026-١١-21",
    ])
    func otherTexts(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(arguments: [
        ("2026-11-21", 10, "2026-12-01"), ("2026-12-31", 1, "2027-01-01"), ("2028-02-28", 1, "2028-02-29"),
        ("2026-03-01", -1, "2026-02-28"), ("1970-01-01", -1, "1969-12-31"), ("2026-11-21", 0, "2026-11-21"),
    ])
    func addition(first: String, days: Int, last: String) throws {
        let (first, last) = (try #require(CalendarDay(first)), try #require(CalendarDay(last)))
        #expect(first.adding(days: days) == last)
        #expect((first < last) == (days > 0))
    }

    @Test(arguments: [
        (2026, 2, 28), (2028, 2, 29), (1900, 2, 28), (2000, 2, 29), (2026, 4, 30), (2026, 6, 30), (2026, 9, 30),
        (2026, 11, 30), (2026, 1, 31), (2026, 12, 31),
    ])
    func monthLengths(year: Int, month: Int, count: Int) {
        #expect(CalendarDay.dayCount(ofMonth: month, in: year) == count)
    }
}
