import CalendarDays
import Foundation

/// A date or time in a calendar: a whole day, or a time by some clock (RFC 5545 §3.3.4, §3.3.5).
enum CalendarMoment: Hashable {
    /// A whole day, in any time zone.
    case day(CalendarDay)
    /// A time in UTC.
    case utc(CivilTime)
    /// A time by the clock of a zone; without a zone, by the clock of the person who reads it.
    case local(CivilTime, zone: String?)

    /// Reads `20261124`, `20261124T090000Z` and `20261124T090000`; `nil` for anything else.
    init?(_ text: String, zone: String? = nil) { self.init(Array(text.utf8)[...], zone: zone) }

    fileprivate init?(_ text: ArraySlice<UInt8>, zone: String?) {
        // No form is longer than 16 bytes; a seventeenth shows that a text is too long.
        let bytes = Array(text.prefix(17))
        func number(_ range: Range<Int>) -> Int? {
            var number = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return number
        }
        guard bytes.count >= 8, let year = number(0..<4), let month = number(4..<6), let date = number(6..<8),
            let day = CalendarDay(year: year, month: month, day: date)
        else { return nil }
        if bytes.count == 8 {
            self = .day(day)
            return
        }
        guard bytes.count == 15 || bytes.count == 16, bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), hour < 24, minute < 60, second <= 60
        else { return nil }
        // A leap second counts as the last second of its minute.
        let time = CivilTime(day, secondOfDay: hour * 3600 + minute * 60 + min(second, 59))
        if bytes.count == 15 {
            self = .local(time, zone: zone)
        } else {
            guard bytes[15] == UInt8(ascii: "Z") else { return nil }
            self = .utc(time)
        }
    }

    /// The time that the clock of the moment's zone shows; for a whole day, its midnight.
    var civil: CivilTime {
        switch self {
        case .day(let day): CivilTime(day)
        case .utc(let time), .local(let time, _): time
        }
    }

    /// Whether the moment is a whole day.
    var isDay: Bool { if case .day = self { true } else { false } }
}

extension ContentLine {
    /// The moments in the value of a property such as `DTSTART` or `EXDATE`; for a period, its start.
    var moments: [CalendarMoment] {
        let zone = parameter("TZID")
        return Array(value.utf8).split(separator: UInt8(ascii: ",")).compactMap { text in
            CalendarMoment(text.prefix { $0 != UInt8(ascii: "/") }, zone: zone)
        }
    }
}
