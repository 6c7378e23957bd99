import CalendarDays
import FoundationEssentials
import LanguageModels
import Synchronization

/// The day, the language and the owner of a request, from its metadata.
struct Circumstances {
    var today: CalendarDay
    var language: PhraseLanguage?
    /// The time and the time zone, as in the metadata.
    var now: String?
    var timeZone: String?
    /// The owner of the conversation.
    var owner: String?

    /// - Parameter latest: The cached day of the previous request.
    init(_ metadata: [String: GeneratedContent], latest: LatestDay) {
        func text(_ name: String) -> String? { try? metadata[name]?.value(String.self) }
        (now, timeZone, owner) = (text("now"), text("time_zone"), text("client"))
        today = latest.day(now: now, timeZone: timeZone)
        language = text("locale").flatMap { PhraseLanguage(localeIdentifier: $0) }
    }
}

/// The day of the latest request, cached so that the rounds of one message compute it once.
final class LatestDay: Sendable {
    private let known = Mutex<(now: String, timeZone: String?, day: CalendarDay)?>(nil)

    /// Returns the day of a time in ISO 8601 in a time zone; the current time and Greenwich replace missing or invalid
    /// values.
    func day(now: String?, timeZone: String?) -> CalendarDay {
        guard let now else { return Self.day(of: Date(), timeZone) }
        if let known = known.withLock(\.self), known.now == now, known.timeZone == timeZone { return known.day }
        guard let date = try? Date(now, strategy: .iso8601) else { return Self.day(of: Date(), timeZone) }
        let day = Self.day(of: date, timeZone)
        known.withLock { $0 = (now, timeZone, day) }
        return day
    }

    private static func day(of date: Date, _ timeZone: String?) -> CalendarDay {
        CalendarDay(date, in: timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt)
    }
}

extension CalendarDay {
    /// The calendar day at `date` in `timeZone`.
    init(_ date: Date, in timeZone: TimeZone) {
        let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
        self.init(number: Int((seconds / 86_400).rounded(.down)))
    }
}
