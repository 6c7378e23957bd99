import Foundation
import Synchronization

/// A cache of today's relative days by time zone, because they are the same for every turn until midnight and calendar arithmetic is
/// slow.
final class RelativeDayMemory: Sendable {
    /// The days of one zone, and the day on which they are valid.
    private struct Entry {
        let day: DateInterval
        let spans: [RelativeDays.Span]
    }

    static let shared = RelativeDayMemory()

    /// More zones than the users of one app are likely to be in at once; beyond that the cache is cleared.
    private static let mostZones = 64

    private let entries = Mutex<[TimeZone: Entry]>([:])

    /// Returns the same as ``RelativeDays/spans``.
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
