import CalendarDays

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The difference between the clock of the server and that of the device, which may be minutes.
///
/// A deadline of the server is a time of its clock, so its distance is measured from the server's present.
struct ServerClock: Sendable, Equatable {
    /// The number of seconds that the server's clock is ahead.
    var offset: TimeInterval = 0

    /// Learns from the `Date` of a response, which is exact to the second.
    mutating func observe(_ date: String?, now: Date) {
        guard let date, let server = Self.date(date) else { return }
        offset = server.timeIntervalSince(now)
    }

    /// Returns the time until a deadline of the server, at least zero.
    func remaining(until deadline: Date, now: Date) -> Duration {
        let seconds = deadline.timeIntervalSince(now) - offset
        // A deadline that is not a number or a year away is none of a server.
        return .seconds(seconds > 0 ? min(seconds, 31_536_000) : 0)
    }

    /// Reads the only form of a date that servers may send (RFC 9110 §5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for others.
    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[0].utf8.count == 4,
            let day = number(parts[1], digits: 2), let year = number(parts[3], digits: 4),
            let month = months.firstIndex(where: { $0 == parts[2] }),
            let date = CalendarDay(year: year, month: month + 1, day: day)
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        // The sixtieth second is a leap second.
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(date.number * 86_400 + hour * 3600 + minute * 60 + second))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func number(_ text: Substring, digits: Int) -> Int? {
        let isNumber =
            text.utf8.count == digits && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
        return isNumber ? Int(text) : nil
    }
}
