import FoundationEssentials
import LanguageModels
import Synchronization

/// When and for whom a request is answered, from its metadata.
struct Circumstances {
    var today: Day
    var language: PhraseLanguage?

    /// - Parameter latest: the day of the request before.
    init(_ metadata: [String: GeneratedContent], latest: LatestDay) {
        func text(_ name: String) -> String? { try? metadata[name]?.value(String.self) }
        today = latest.day(now: text("now"), timeZone: text("time_zone"))
        language = text("locale").flatMap { PhraseLanguage(localeIdentifier: $0) }
    }
}

/// The day that the latest request was made on, so that the rounds of one message work it out once.
final class LatestDay: Sendable {
    private let known = Mutex<(now: String, timeZone: String?, day: Day)?>(nil)

    /// The day of a time, in ISO 8601, in a time zone; of now and in Greenwich where they are not given or cannot be read.
    func day(now: String?, timeZone: String?) -> Day {
        guard let now else { return Self.day(of: Date(), timeZone) }
        if let known = known.withLock(\.self), known.now == now, known.timeZone == timeZone { return known.day }
        guard let date = try? Date(now, strategy: .iso8601) else { return Self.day(of: Date(), timeZone) }
        let day = Self.day(of: date, timeZone)
        known.withLock { $0 = (now, timeZone, day) }
        return day
    }

    private static func day(of date: Date, _ timeZone: String?) -> Day {
        Day(date, in: timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt)
    }
}
