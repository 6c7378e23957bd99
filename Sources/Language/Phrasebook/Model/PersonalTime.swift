import CalendarDays
import FoundationEssentials

/// The time of a request on the person's clock.
struct PersonalTime: Sendable {
    /// The day in the person's time zone.
    let day: CalendarDay
    /// The time of day as `HH:MM`.
    let clock: String
    /// The time zone's identifier.
    let zone: String

    /// - Parameters:
    ///   - now: The time in ISO 8601; the current time replaces a missing or invalid value.
    ///   - timeZone: The time zone's identifier; Greenwich replaces a missing or invalid value.
    init(now: String?, timeZone: String?) {
        let date = now.flatMap { try? Date($0, strategy: .iso8601) } ?? Date()
        let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
        day = CalendarDay(date, in: zone)
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        let minutes = (seconds - day.number * 86_400) / 60
        clock = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
        self.zone = zone == .gmt ? "UTC" : zone.identifier
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// "Wednesday, November 18, 2026".
    var englishDay: String {
        let (year, month, date) = day.components
        return "\(Self.weekdays[day.weekday]), \(Self.months[month - 1]) \(date), \(year)"
    }

    /// 「2026年11月18日（水）」.
    var japaneseDay: String {
        let (year, month, date) = day.components
        return "\(year)年\(month)月\(date)日（\(["月", "火", "水", "木", "金", "土", "日"][day.weekday])）"
    }
}
