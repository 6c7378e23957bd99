import AssistantSchemas
import Foundation

extension SpokenMoment {
    /// Makes a moment by the clock on the person's wall.
    ///
    /// - Parameters:
    ///   - now: A time in ISO 8601; the present if it is missing or invalid.
    ///   - timeZone: The name of a time zone; UTC if it is missing or unknown.
    init(now: String?, timeZone: String?) {
        let date = now.flatMap { try? Date($0, strategy: .iso8601) } ?? Date()
        let zone = timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        self.init(
            year: parts.year ?? 1970,
            month: parts.month ?? 1,
            day: parts.day ?? 1,
            hour: parts.hour ?? 0,
            minute: parts.minute ?? 0
        ) { [calendar] day, hour, minute in
            let local = DateComponents(year: day.year, month: day.month, day: day.day, hour: hour, minute: minute)
            return zone.secondsFromGMT(for: calendar.date(from: local) ?? date) / 60
        }
    }
}
