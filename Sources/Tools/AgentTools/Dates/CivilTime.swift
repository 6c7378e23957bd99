package import CalendarDays

/// A time that a clock on the wall shows, in seconds since 1970-01-01 00:00 by that clock.
package struct CivilTime: Hashable, Comparable {
    /// The number of seconds in a day of the wall clock.
    package static let secondsOfDay = 86_400

    package let seconds: Int

    package init(_ seconds: Int) { self.seconds = seconds }

    package init(_ day: CalendarDay, secondOfDay: Int = 0) { seconds = day.number * Self.secondsOfDay + secondOfDay }

    /// The date by the same clock.
    package var day: CalendarDay {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: Self.secondsOfDay)
        return CalendarDay(number: rest < 0 ? days - 1 : days)
    }

    /// The seconds since the clock showed midnight.
    package var secondOfDay: Int { seconds - day.number * Self.secondsOfDay }

    package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}
