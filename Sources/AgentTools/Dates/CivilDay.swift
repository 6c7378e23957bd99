import Foundation

/// A day of the Gregorian calendar without a time zone, counted from 1970-01-01.
///
/// Repeating events are expanded with it because it needs integers only and no time zone.
struct CivilDay: Hashable, Comparable {
    /// Days since 1970-01-01; negative for earlier days.
    let number: Int

    init(number: Int) { self.number = number }

    /// Makes a day of a year, a month and a day of the month; `nil` for a date that does not exist.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year)
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    /// Counts the days before a date, in years that start in March, so that a leap day is the last day of its year.
    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year, the month and the day of the month.
    var components: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
    }

    /// The day of the week, from Monday (0) to Sunday (6).
    var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// Returns the number of days in a month.
    static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension CivilDay {
    /// The current day of a caller.
    init(of caller: Caller) { self.init(of: caller.now, in: caller.timeZone) }

    /// The day of a moment in a time zone.
    init(of moment: Date, in timeZone: TimeZone) {
        // Dates with more than four digits in the year are limited, because they have no text here and may not fit into an integer.
        let seconds = min(max(moment.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799)
        let local = Int(seconds) + timeZone.secondsFromGMT(for: moment)
        self.init(number: CivilTime(local).day.number)
    }

    /// `2026-11-24`.
    var text: String {
        let (year, month, day) = components
        let years = String(year)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return String(repeating: "0", count: max(0, 4 - years.count)) + "\(years)-\(two(month))-\(two(day))"
    }
}
