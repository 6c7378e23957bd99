import AgentTools
import CalendarDays

/// The exceptions of series: instances that were changed, moved, cancelled or excluded.
extension DayAgenda {
    /// A changed instance whose change holds for all later instances too.
    struct LaterChange {
        /// The second at which the changed instance would start.
        let from: Int
        let event: CalendarEvent
        /// The seconds by which instances are moved.
        let shift: Int
    }

    /// Returns the changes of later instances by event, in the order of their starts.
    static func laterChanges(
        by events: [CalendarEvent],
        _ starts: [String: CalendarMoment],
        _ zones: inout CalendarZones
    ) -> [String: [LaterChange]] {
        var changes: [String: [LaterChange]] = [:]
        for event in events.lazy.filter(\.changesLater).prefix(mostNamedTimes) {
            guard let id = event.recurrenceID?.filled(like: starts[event.uid] ?? event.start),
                let from = try? identity(id, &zones).civil.seconds,
                let start = try? identity(event.start, &zones).civil.seconds
            else { continue }
            changes[event.uid, default: []].append(LaterChange(from: from, event: event, shift: start - from))
        }
        return changes.mapValues { $0.sorted { $0.from < $1.from } }
    }

    /// Returns the original starts of changed, moved or cancelled instances near the day, by event.
    func replaced(
        by events: [CalendarEvent],
        _ starts: [String: CalendarMoment],
        _ zones: inout CalendarZones
    ) throws(CancellationError) -> [String: Set<CalendarMoment>] {
        let near = span(before: events.lazy.map(\.civilLength).max() ?? 0, margin: Self.margin)
        var replaced: [String: Set<CalendarMoment>] = [:]
        for event in events {
            if Task.isCancelled { throw CancellationError() }
            let start = starts[event.uid] ?? event.start
            guard let id = event.recurrenceID?.filled(like: start), near.contains(id.civil) else { continue }
            // The original start in such a zone is unknown, and an event in that zone is left out in any case.
            guard let identity = try? Self.identity(id, &zones) else { continue }
            replaced[event.uid, default: []].insert(identity)
        }
        return replaced
    }

    /// The excluded moments of an event near the day.
    struct Exclusions {
        private var identities: Set<CalendarMoment> = []
        private var days: Set<CalendarDay> = []

        init(
            of event: CalendarEvent,
            near span: Range<CivilTime>,
            _ zones: inout CalendarZones
        ) throws(RecurrenceBudget.Exhausted) {
            for moment in event.exclusions.lazy.filter({ span.contains($0.civil) }).prefix(mostNamedTimes) {
                identities.insert(try identity(moment, &zones))
                days.insert(moment.civil.day)
            }
        }

        /// An exclusion may name only the day, and one of a whole day may name its first moment.
        func contains(_ moment: CalendarMoment, _ identity: CalendarMoment) -> Bool {
            let day = moment.civil.day
            return identities.contains(identity) || identities.contains(.day(day))
                || (moment.isDay && days.contains(day))
        }
    }
}
