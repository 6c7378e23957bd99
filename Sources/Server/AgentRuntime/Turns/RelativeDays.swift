import AgentTools
import CalendarDays
import Foundation

/// The days that phrases like "last week" mean, as first and last day, both inclusive, in one time zone.
///
/// Models are poor at calendar arithmetic, so the note of each turn contains the dates.
struct RelativeDays {
    /// A phrase and the days that it means.
    struct Span: Equatable {
        let name: String
        let first: String
        let last: String
    }

    private let calendar: Calendar
    private let now: Date

    init(now: Date, timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.firstWeekday = 2
        // Weeks are ISO 8601's: Monday first, and the first week of a year holds its first Thursday.
        calendar.minimumDaysInFirstWeek = 4
        self.calendar = calendar
        self.now = now
    }

    /// Today, yesterday, this and last week (Monday first), this and last month.
    var spans: [Span] {
        [
            span("today", .day, 0), span("yesterday", .day, -1),
            span("this week", .weekOfYear, 0), span("last week", .weekOfYear, -1),
            span("this month", .month, 0), span("last month", .month, -1),
        ]
    }

    /// The interval in which the spans are valid.
    var today: DateInterval? { calendar.dateInterval(of: .day, for: now) }

    private func span(_ name: String, _ unit: Calendar.Component, _ offset: Int) -> Span {
        // Starting at the unit's start keeps the 31st of a month from sliding into the wrong month.
        let start = calendar.dateInterval(of: unit, for: now)?.start ?? now
        let moved = calendar.date(byAdding: unit, value: offset, to: start) ?? start
        let interval = calendar.dateInterval(of: unit, for: moved)
        let last = interval.flatMap { calendar.date(byAdding: .day, value: -1, to: $0.end) } ?? moved
        return Span(name: name, first: day(interval?.start ?? moved), last: day(last))
    }

    private func day(_ date: Date) -> String { CalendarDay(of: date, in: calendar.timeZone).text }
}
