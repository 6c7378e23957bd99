import Foundation
import Synchronization

/// The relative days of today, by time zone: they are the same for every turn until midnight, and calendar arithmetic is slow.
final class RelativeDayMemory: Sendable {
    /// The days of one zone, and for which day they hold.
    private struct Entry {
        let day: DateInterval
        let spans: [RelativeDays.Span]
    }

    static let shared = RelativeDayMemory()

    /// More zones than people of one app are likely to be in at once; beyond that all is forgotten.
    private static let mostZones = 64

    private let entries = Mutex<[TimeZone: Entry]>([:])

    /// As ``RelativeDays/spans``.
    func spans(now: Date, timeZone: TimeZone) -> [RelativeDays.Span] {
        if let entry = entries.withLock({ $0[timeZone] }), entry.day.start <= now, now < entry.day.end {
            return entry.spans
        }
        let days = RelativeDays(now: now, timeZone: timeZone)
        let spans = days.spans
        guard let day = days.today else { return spans }
        entries.withLock { entries in
            if entries.count >= Self.mostZones { entries = [:] }
            entries[timeZone] = Entry(day: day, spans: spans)
        }
        return spans
    }
}
