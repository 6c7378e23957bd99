import CalendarDays

/// A moment as its local date and time with an offset from UTC (RFC 3339), without Foundation.
struct CivilDate: Hashable, Comparable {
    var day: CalendarDay
    var hour: Int
    var minute: Int
    var second: Int
    /// The offset from UTC in minutes.
    var offset: Int

    /// The minutes since 1970 in UTC.
    private var minutes: Int { (day.number * 24 + hour) * 60 + minute - offset }

    /// Returns whether one moment is before another.
    static func < (left: Self, right: Self) -> Bool { (left.minutes, left.second) < (right.minutes, right.second) }
}

extension CivilDate {
    /// Reads a moment such as `2026-11-26T09:30:00+09:00`; `nil` for any other text, without an offset, and for no real date.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (20...40).contains(bytes.count) else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            range.reduce(0 as Int?) { value, index in
                guard let value, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
                return value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            }
        }
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] | 0x20 == UInt8(ascii: "t"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let date = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19),
            let day = CalendarDay(year: year, month: month, day: date), hour < 24, minute < 60, second < 60
        else { return nil }
        var index = 19
        if bytes[index] == UInt8(ascii: ".") {
            let start = index + 1
            index =
                bytes[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? bytes.endIndex
            guard index > start else { return nil }
        }
        let zone = bytes[index...]
        let offset: Int
        if zone.count == 1, bytes[index] | 0x20 == UInt8(ascii: "z") {
            offset = 0
        } else if zone.count == 6, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]),
            bytes[index + 3] == UInt8(ascii: ":"), let hours = number(index + 1..<index + 3), hours < 24,
            let minutes = number(index + 4..<index + 6), minutes < 60
        {
            offset = (bytes[index] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        } else {
            return nil
        }
        self.init(day: day, hour: hour, minute: minute, second: second, offset: offset)
    }
}
