package import CalendarDays
package import Foundation

extension CalendarDay {
    /// The current day of a caller.
    package init(of caller: Caller) { self.init(of: caller.now, in: caller.timeZone) }

    /// Makes the day of a moment in a time zone.
    package init(of moment: Date, in timeZone: TimeZone) {
        // Dates with more than four digits in the year are limited, because they have no text here and may not fit into an integer.
        let seconds = min(max(moment.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799)
        let local = Int(seconds) + timeZone.secondsFromGMT(for: moment)
        self.init(number: CivilTime(local).day.number)
    }

    /// Returns the first moment of the day, which is not midnight where the clocks skip it.
    package func start(in timeZone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let (year, month, day) = components
        return calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
            .map { calendar.startOfDay(for: $0) }
    }

    /// Returns the first moment of the next day, 23 to 25 hours later.
    package func end(in timeZone: TimeZone) -> Date? { adding(days: 1).start(in: timeZone) }
}
