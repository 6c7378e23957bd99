import AgentTools
import CalendarDays
import Foundation

/// A time in a form that exporters of health data write.
///
/// The forms are `2026-11-20 08:00:00 +0900`, a twelve-hour clock, RFC 3339, and a date alone. Phones set to twelve hours write
/// `7:57:00 am` even if a format with 24 hours is requested, with any kind of space before `am`, U+202F among them.
struct HealthClock: Equatable {
    let day: CalendarDay
    /// Seconds since midnight by the clock; `nil` for a date alone.
    let secondOfDay: Double?
    /// The clock's offset from UTC in seconds; `nil` if it is not stated.
    let offset: Int?

    init?(_ text: String) {
        guard text.utf8.count <= 60 else { return nil }
        var scanner = Scanner(text)
        guard let year = scanner.number(4...4), scanner.consume("-"), let month = scanner.number(1...2),
            scanner.consume("-"), let dayOfMonth = scanner.number(1...2),
            let day = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        self.day = day
        if scanner.isAtEnd {
            secondOfDay = nil
            offset = nil
            return
        }
        guard scanner.consume("T") || scanner.consume(" ") else { return nil }
        guard let second = scanner.timeOfDay(), let zone = scanner.zone() else { return nil }
        secondOfDay = second
        offset = zone.offset
    }

    /// Returns the moment, by the stated offset or else by a time zone.
    func moment(in timeZone: TimeZone) -> Date {
        let second = secondOfDay ?? 0
        let time = CivilTime(day, secondOfDay: Int(second.rounded(.down)))
        let whole = offset.map { time.seconds - $0 } ?? CalendarZone.system(timeZone).instant(of: time)
        return Date(timeIntervalSince1970: Double(whole) + second - second.rounded(.down))
    }

    /// The day if the time means the whole day: exporters that sum up days write the day's midnight.
    var wholeDay: CalendarDay? { (secondOfDay ?? 0) == 0 ? day : nil }

    /// The day to which a night counts: the day on which it ends, which is the next day for times in the evening.
    var nightDay: CalendarDay { (secondOfDay ?? 0) >= Self.evening ? CalendarDay(number: day.number + 1) : day }

    private static let evening = 18.0 * 3600
}

extension HealthClock {
    /// Reads a text from left to right, with every kind of space as U+0020.
    private struct Scanner {
        private let characters: [Character]
        private var index = 0

        init(_ text: String) {
            characters = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().map {
                $0.isWhitespace ? " " : $0
            }
        }

        var isAtEnd: Bool { index == characters.count }

        /// Reads digits; `nil` if their number is outside `lengths`.
        mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
            let digits = characters[index...].prefix(lengths.upperBound).prefix { $0.isASCII && $0.isNumber }
            guard digits.count >= lengths.lowerBound else { return nil }
            index += digits.count
            return Int(String(digits))
        }

        mutating func consume(_ text: String) -> Bool {
            guard characters[index...].starts(with: text.lowercased()) else { return false }
            index += text.count
            return true
        }

        private mutating func skipSpaces() { while consume(" ") {} }

        /// Reads the half of the day and the spaces around it: false for the first half, true for the second.
        private mutating func dayHalf() -> Bool? {
            skipSpaces()
            defer { skipSpaces() }
            for (name, isSecond) in [
                ("am", false), ("pm", true), ("a.m.", false), ("p.m.", true), ("午前", false), ("午後", true),
            ] where consume(name) { return isSecond }
            return nil
        }

        /// Reads a time of day, in seconds since midnight.
        mutating func timeOfDay() -> Double? {
            let before = dayHalf()
            guard var hour = number(1...2), consume(":"), let minute = number(2...2), minute < 60 else { return nil }
            var second = 0.0
            if consume(":") {
                guard let whole = number(2...2), whole <= 60 else { return nil }
                // A leap second counts as the second before it.
                second = Double(min(whole, 59))
                if consume(".") || consume(",") {
                    let start = index
                    guard let fraction = number(1...9) else { return nil }
                    var scale = 1.0
                    for _ in start..<index { scale *= 10 }
                    second += Double(fraction) / scale
                }
            }
            if let isSecond = before ?? dayHalf() {
                guard hour <= 12 else { return nil }
                hour = hour % 12 + (isSecond ? 12 : 0)
            }
            guard hour < 24 else { return nil }
            return Double(hour * 3600 + minute * 60) + second
        }

        /// Reads an optional offset at the end; `nil` if other text follows.
        mutating func zone() -> (offset: Int?, Void)? {
            skipSpaces()
            if isAtEnd { return (nil, ()) }
            if consume("z") { return isAtEnd ? (0, ()) : nil }
            _ = consume("gmt") || consume("utc")
            if isAtEnd { return (0, ()) }
            let isBehind: Bool
            if consume("+") {
                isBehind = false
            } else if consume("-") || consume("−") {
                isBehind = true
            } else {
                return nil
            }
            guard let hours = number(2...2) else { return nil }
            _ = consume(":")
            let minutes = isAtEnd ? 0 : number(2...2)
            guard let minutes, minutes < 60, hours <= 18, isAtEnd else { return nil }
            return ((isBehind ? -1 : 1) * (hours * 3600 + minutes * 60), ())
        }
    }
}
