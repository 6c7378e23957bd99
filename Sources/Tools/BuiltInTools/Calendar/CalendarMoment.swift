import AgentTools
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

    /// Reads `20261124`, `20261124T090000Z` and `20261124T090000`; `nil` for what is no moment.
    ///
    /// The forms of ISO 8601 that programs write in their place are read too: with hyphens and colons, without seconds, with an offset.
    init?(_ text: String, zone: String? = nil) { self.init(Array(text.utf8)[...], zone: zone) }

    init?(_ text: ArraySlice<UInt8>, zone: String?) {
        guard var reader = MomentReader(text), let day = reader.day() else { return nil }
        guard reader.skip("T") || reader.skip(" ") else {
            guard reader.isAtEnd else { return nil }
            self = .day(day)
            return
        }
        guard let second = reader.secondOfDay() else { return nil }
        let time = CivilTime(day, secondOfDay: second)
        if reader.isAtEnd {
            self = .local(time, zone: zone)
        } else {
            guard let offset = reader.offset(), reader.isAtEnd else { return nil }
            self = .utc(CivilTime(time.seconds - offset))
        }
    }

    /// The time that the clock of the moment's zone shows; for a whole day, its midnight.
    var civil: CivilTime {
        switch self {
        case .day(let day): CivilTime(day)
        case .utc(let time), .local(let time, _): time
        }
    }

    /// Returns a time without a zone by the clock of an event's start: producers mean the series' zone, not the reader's.
    func filled(like start: CalendarMoment) -> CalendarMoment {
        guard case .local(let time, zone: nil) = self else { return self }
        return switch start {
        case .local(_, let zone): .local(time, zone: zone)
        case .utc: .utc(time)
        case .day: self
        }
    }

    /// Whether the moment is a whole day.
    var isDay: Bool { if case .day = self { true } else { false } }
}

/// Reads the parts of a moment from the start of a text.
private struct MomentReader {
    private var rest: ArraySlice<UInt8>

    /// The length limit of a moment, in bytes: a time with fractions of a second and an offset is shorter.
    private static let longest = 40

    /// Starts to read; `nil` for a text that is too long.
    init?(_ text: ArraySlice<UInt8>) {
        rest = text.drop { $0 == UInt8(ascii: " ") }
        while rest.last == UInt8(ascii: " ") || rest.last == UInt8(ascii: "\t") { rest.removeLast() }
        guard rest.count <= Self.longest else { return nil }
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a letter or sign if it is next, in either case.
    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        let upper = UInt8(ascii: sign)
        let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(upper)
        guard let next = rest.first, next == upper || (isLetter && next == upper + 32) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func number(digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var number = 0
        for byte in rest.prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(digits)
        return number
    }

    mutating func day() -> CalendarDay? {
        guard let year = number(digits: 4) else { return nil }
        let hasHyphens = skip("-")
        guard let month = number(digits: 2), skip("-") == hasHyphens, let date = number(digits: 2) else { return nil }
        return CalendarDay(year: year, month: month, day: date)
    }

    /// Reads `090000`, `09:00:00`, `0900` and `09:00`; 24 o'clock is the next day's midnight.
    mutating func secondOfDay() -> Int? {
        guard let hour = number(digits: 2) else { return nil }
        let hasColons = skip(":")
        guard let minute = number(digits: 2) else { return nil }
        var second = 0
        if hasColons ? skip(":") : rest.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? false {
            guard let read = number(digits: 2) else { return nil }
            second = read
            if skip(".") || skip(",") { while number(digits: 1) != nil {} }
        }
        guard hour < 24 || (hour == 24 && minute == 0 && second == 0), minute < 60, second <= 60 else { return nil }
        // A leap second counts as the last second of its minute.
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    /// Reads `Z`, `+0100`, `+01:00` or `+01` as seconds east of Greenwich.
    mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hour = number(digits: 2) else { return nil }
        let hasMinutes = skip(":") || !isAtEnd
        guard let minute = hasMinutes ? number(digits: 2) : 0, hour <= 18, minute < 60 else { return nil }
        return (hour * 3600 + minute * 60) * (isEast ? 1 : -1)
    }
}

extension ContentLine {
    /// The moments in the value of a property such as `DTSTART` or `EXDATE`; for a period, its start.
    var moments: [CalendarMoment] {
        let zone = parameter("TZID")
        let isDay = parameter("VALUE")?.uppercased() == "DATE"
        return Array(value.utf8).split(separator: UInt8(ascii: ",")).compactMap { text in
            let moment = CalendarMoment(text.prefix { $0 != UInt8(ascii: "/") }, zone: zone)
            return isDay ? moment.map { .day($0.civil.day) } : moment
        }
    }

    /// Whether the value has a moment or a duration that cannot be read.
    var hasUnreadMoment: Bool {
        name == "DURATION"
            ? CalendarEvent.seconds(value) == nil
            : Array(value.utf8).split(separator: UInt8(ascii: ","))
                .contains { CalendarMoment($0.prefix { $0 != UInt8(ascii: "/") }, zone: nil) == nil } || value.isEmpty
    }
}

extension CalendarMoment {
    /// Returns a moment of the same kind at another time.
    func moved(to time: CivilTime) -> CalendarMoment {
        switch self {
        case .day: .day(time.day)
        case .utc: .utc(time)
        case .local(_, let zone): .local(time, zone: zone)
        }
    }
}
