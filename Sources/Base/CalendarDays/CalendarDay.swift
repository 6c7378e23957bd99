/// A day of the proleptic Gregorian calendar, without a time or a time zone.
///
/// It is one integer, so that comparing days and adding to them needs no calendar.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// The number of days since 1970-01-01, negative before it.
    package let number: Int

    /// Makes the day that is this number of days after 1970-01-01.
    package init(number: Int) { self.number = number }

    /// Makes the day with this date; `nil` if there is no such day in the years 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(ofMonth: month, in: year)).contains(day)
        else { return nil }
        // Years are counted from March on, so that the leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// The year, the month and the day of the month.
    package var components: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The number of days after Monday: 0 for Monday, 6 for Sunday.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    /// Returns the day that is this number of days later, or earlier if it is negative.
    package func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// Returns the number of days in a month of a year.
    package static func dayCount(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns whether the left day is earlier.
    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

// MARK: - ISO 8601

extension CalendarDay: CustomStringConvertible {
    /// Reads `YYYY-MM-DD`; `nil` for any other text, and for a day that does not exist.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `YYYY-MM-DD`.
    package var text: String {
        let (year, month, day) = components
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day as `YYYY-MM-DD`.
    package var description: String { text }
}
