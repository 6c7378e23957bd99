public import FoundationEssentials

/// A date in one of the three forms of header fields (RFC 9110 §5.6.7), to the second.
///
/// - `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that may still be sent;
/// - `Sunday, 06-Nov-94 08:49:37 GMT`, from RFC 850;
/// - `Sun Nov  6 08:49:37 1994`, as C's `asctime` prints it.
public struct HTTPDate: Sendable, Hashable {
    /// The seconds since the start of 1970 in UTC.
    public let secondsSince1970: Int

    /// Reads a field value; `nil` when it has none of the three forms or no valid date.
    ///
    /// The day of the week must be one, but need not be the right one, and several spaces may replace one.
    ///
    /// - Parameter now: Decides the century of a year with two digits: a year more than 50 years in the future is in the past.
    public init?(_ text: String, now: Date) {
        let parts = text.split(separator: " ")
        let read: (day: Substring, month: Substring, year: Int?, time: Substring)
        switch parts.count {
        case 6 where Self.shortDays.contains { "\($0)," == parts[0] } && parts[5] == "GMT":
            read = (parts[1], parts[2], number(parts[3], digits: 4), parts[4])
        case 4 where Self.longDays.contains { "\($0)," == parts[0] } && parts[3] == "GMT":
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3 else { return nil }
            read = (date[0], date[1], number(date[2], digits: 2).map { Self.fullYear($0, now: now) }, parts[2])
        case 5 where Self.shortDays.contains { $0 == parts[0] }:
            // In this form, a day below ten is padded with a space.
            let day = parts[2].utf8.count == 1 ? "0\(parts[2])" : parts[2]
            read = (day, parts[1], number(parts[4], digits: 4), parts[3])
        default:
            return nil
        }
        guard let day = number(read.day, digits: 2), let year = read.year, let time = Self.secondsOfDay(read.time),
            let month = Self.months.firstIndex(where: { $0 == read.month }).map({ $0 + 1 }),
            year >= 1, day >= 1, day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        secondsSince1970 = Self.daysSince1970(year: year, month: month, day: day) * 86_400 + time
    }

    /// The date as Foundation's type.
    public var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }
}

// MARK: The calendar

extension HTTPDate {
    private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func secondsOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        // The sixtieth second is a leap second.
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func fullYear(_ lastDigits: Int, now: Date) -> Int {
        let thisYear = year(of: Int(now.timeIntervalSince1970.rounded(.down)))
        let year = thisYear - thisYear % 100 + lastDigits
        if year > thisYear + 50 { return year - 100 }
        // Late in a century, "00" means the next one.
        return year + 100 <= thisYear + 50 ? year + 100 : year
    }

    private static func year(of secondsSince1970: Int) -> Int {
        // The first guess is at most one year off, because no year is longer than 366 days.
        let days = Int((Double(secondsSince1970) / 86_400).rounded(.down))
        var year = 1970 + Int((Double(days) / 365.2425).rounded(.down))
        while daysSince1970(year: year, month: 1, day: 1) > days { year -= 1 }
        while daysSince1970(year: year + 1, month: 1, day: 1) <= days { year += 1 }
        return year
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days, counted in years that start in March, so that a leap day is the last day of its year.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}

/// Reads an exact number of decimal digits and nothing else.
private func number(_ text: Substring, digits: Int) -> Int? {
    let isNumber = text.utf8.count == digits && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    return isNumber ? Int(text) : nil
}
