import CalendarDays

/// A range of days, both ends included; a missing end is open.
struct DayRange: Hashable, Sendable {
    var first: CalendarDay?
    var last: CalendarDay?

    /// The day, when the range is a single one.
    var day: CalendarDay? { first == last ? first : nil }

    /// Returns the range from the start of one range to the end of the other, in either order.
    static func between(_ left: DayRange, _ right: DayRange) -> DayRange {
        guard let start = left.first, let otherStart = right.first, start > otherStart else {
            return DayRange(first: left.first, last: right.last)
        }
        return DayRange(first: right.first, last: left.last)
    }

    /// Returns the range of one day.
    static func single(_ day: CalendarDay) -> DayRange { DayRange(first: day, last: day) }

    /// Returns the Monday to Sunday that contains `day`, shifted by some weeks.
    static func week(of day: CalendarDay, moved weeks: Int = 0) -> DayRange {
        let monday = day.adding(days: -day.weekday + weeks * 7)
        return DayRange(first: monday, last: monday.adding(days: 6))
    }

    /// Returns the month that contains `day`, shifted by some months.
    static func month(of day: CalendarDay, moved months: Int = 0) -> DayRange? {
        let (year, month, _) = day.components
        let count = year * 12 + month - 1 + months
        return Self.month(count % 12 + 1, of: count / 12)
    }

    /// Returns the range of a month of a year.
    static func month(_ month: Int, of year: Int) -> DayRange? {
        guard let first = CalendarDay(year: year, month: month, day: 1),
            let last = CalendarDay(year: year, month: month, day: CalendarDay.dayCount(ofMonth: month, in: year))
        else { return nil }
        return DayRange(first: first, last: last)
    }

    /// Returns the range of a year.
    static func year(_ year: Int) -> DayRange? {
        guard let first = CalendarDay(year: year, month: 1, day: 1),
            let last = CalendarDay(year: year, month: 12, day: 31)
        else {
            return nil
        }
        return DayRange(first: first, last: last)
    }
}
