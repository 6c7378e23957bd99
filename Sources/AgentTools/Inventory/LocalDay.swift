package import Foundation

/// A day of the calendar, wherever that is: it becomes a span of time in a time zone only.
package struct LocalDay: Equatable, Comparable, CustomStringConvertible {
    let year: Int
    let month: Int
    let day: Int

    /// Reads `YYYY-MM-DD`; nil for anything else, and for days that no calendar has.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year >= 1
        else { return nil }
        self.init(year: year, month: month, day: day)
        // The 31st of June comes back as the 1st of July.
        guard let noon = noon(in: .gmt), LocalDay(of: noon, in: .gmt) == self else { return nil }
    }

    /// The day that a moment falls on in a time zone.
    package init(of moment: Date, in timeZone: TimeZone) {
        let parts = Self.calendar(in: timeZone).dateComponents([.year, .month, .day], from: moment)
        self.init(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    private init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The first moment of the day, which is not midnight where clocks are put forward at midnight.
    func start(in timeZone: TimeZone) -> Date? {
        noon(in: timeZone).map { Self.calendar(in: timeZone).startOfDay(for: $0) }
    }

    /// The first moment of the day after, 23 to 25 hours later.
    func end(in timeZone: TimeZone) -> Date? {
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

    /// Earlier days come first.
    package static func < (left: LocalDay, right: LocalDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
