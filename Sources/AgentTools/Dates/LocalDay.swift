package import Foundation

/// A date of the Gregorian calendar, which becomes a span of time in a time zone.
package struct LocalDay: Equatable, Comparable, CustomStringConvertible {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Reads `YYYY-MM-DD`; nil for any other text, and for dates that do not exist.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year >= 1
        else { return nil }
        self.init(year: year, month: month, day: day)
        // The calendar converts June 31 to July 1.
        guard let noon = noon(in: .gmt), LocalDay(of: noon, in: .gmt) == self else { return nil }
    }

    /// Makes the date of a moment in a time zone.
    package init(of moment: Date, in timeZone: TimeZone) {
        let parts = Self.calendar(in: timeZone).dateComponents([.year, .month, .day], from: moment)
        self.init(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    private init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Returns the first moment of the day, which is not midnight where the clocks skip it.
    package func start(in timeZone: TimeZone) -> Date? {
        noon(in: timeZone).map { Self.calendar(in: timeZone).startOfDay(for: $0) }
    }

    /// Returns the first moment of the next day, 23 to 25 hours later.
    package func end(in timeZone: TimeZone) -> Date? {
        let calendar = Self.calendar(in: timeZone)
        guard let noon = noon(in: timeZone), let next = calendar.date(byAdding: .day, value: 1, to: noon) else {
            return nil
        }
        return calendar.startOfDay(for: next)
    }

    private func noon(in timeZone: TimeZone) -> Date? {
        Self.calendar(in: timeZone).date(from: DateComponents(year: year, month: month, day: day, hour: 12))
    }

    private static func calendar(in timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// `YYYY-MM-DD`.
    package var description: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// Orders by date.
    package static func < (left: LocalDay, right: LocalDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
