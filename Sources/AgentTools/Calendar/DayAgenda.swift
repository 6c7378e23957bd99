import Foundation

/// The events of one day where somebody is: from the first moment of the day to before the first of the next.
struct DayAgenda {
    let day: CivilDay
    let timeZone: TimeZone
    /// The day's seconds, counted from 1970 in UTC: 23 to 25 hours.
    let seconds: Range<Int>
    private(set) var entries: [AgendaEntry] = []
    /// The events that repeat by rules which are not read: they were left out.
    private(set) var leftOut: Set<String> = []
    /// How many repeating events were left out because they would take too long to work out.
    private(set) var tooFrequent = 0
    /// How many events there are beyond those that are kept.
    private(set) var unkept = 0
    private var budget = RecurrenceBudget()
    private var seen: Set<Sighting> = []

    /// No day has more events that somebody would want to hear of.
    static let mostEntries = 5000
    /// No event is on one day more often, unless it is to push others out.
    static let mostInstances = 200
    /// The steps that one repeating event may take: one of every day since 1970 that is counted from its beginning.
    private static let stepsOfEvent = 25_000

    /// The same event may be in two calendars.
    private struct Sighting: Hashable {
        let uid: String
        let span: AgendaEntry.Span
    }

    /// An empty agenda; `nil` for a day that cannot be reckoned.
    init?(of day: CivilDay, in timeZone: TimeZone) {
        let date = LocalDay(day.text)
        guard let start = date?.start(in: timeZone), let end = date?.end(in: timeZone) else { return nil }
        self.day = day
        self.timeZone = timeZone
        seconds = Int(start.timeIntervalSince1970)..<Int(end.timeIntervalSince1970)
    }

    /// Takes in what of a calendar is on the day, but for what repeats by rules that are not read.
    ///
    /// - Throws: `CancellationError` when nobody waits for the agenda any more.
    mutating func add(_ calendar: CalendarComponent) throws(CancellationError) {
        let events = calendar.components.compactMap { CalendarEvent($0) }
        let unread = Set(events.filter(\.hasUnreadRule).map(\.uid))
        leftOut.formUnion(unread)
        try add(events.filter { !unread.contains($0.uid) }, CalendarZones(calendar, own: timeZone))
    }

    /// Takes in the instances of what was left out; where a calendar still has the rule, the first one only.
    ///
    /// - Throws: As ``add(_:)-(CalendarComponent)``.
    mutating func addLeftOut(_ calendar: CalendarComponent) throws(CancellationError) {
        let events = calendar.components.compactMap { CalendarEvent($0) }.filter { leftOut.contains($0.uid) }
        try add(events, CalendarZones(calendar, own: timeZone))
    }

    private mutating func add(
        _ events: [CalendarEvent],
        _ zones: CalendarZones
    ) throws(CancellationError) {
        // What an instance that was changed, moved or called off would have been.
        var replaced: [String: Set<CalendarMoment>] = [:]
        for event in events {
            guard let id = event.recurrenceID else { continue }
            replaced[event.uid, default: []].insert(Self.identity(id, zones))
        }
        for event in events where !event.isCancelled {
            if Task.isCancelled { throw CancellationError() }
            let without = event.recurrenceID == nil ? replaced[event.uid] ?? [] : []
            var instances = 0
            for span in spans(of: event, zones, without: without) where isOnDay(span) {
                guard event.uid.isEmpty || seen.insert(Sighting(uid: event.uid, span: span)).inserted else { continue }
                instances += 1
                guard instances <= Self.mostInstances else {
                    unkept += 1
                    continue
                }
                keep(
                    AgendaEntry(
                        uid: event.uid,
                        title: event.title,
                        span: span,
                        attendees: event.attendees,
                        isTransparent: event.isTransparent
                    )
                )
            }
        }
    }

    /// Takes in one event, if it is on the day.
    mutating func add(_ entry: AgendaEntry) {
        if isOnDay(entry.span) { keep(entry) }
    }

    private mutating func keep(_ entry: AgendaEntry) {
        if entries.count < Self.mostEntries { entries.append(entry) } else { unkept += 1 }
    }

    private func isOnDay(_ span: AgendaEntry.Span) -> Bool {
        switch span {
        case .days(let days): days.contains(day)
        case .seconds(let range):
            // An event of no length is at its beginning.
            range.lowerBound < seconds.upperBound
                && (range.upperBound > seconds.lowerBound || range.lowerBound >= seconds.lowerBound)
        }
    }

    /// A moment as one to compare by: the same instant in two zones is one.
    private static func identity(_ moment: CalendarMoment, _ zones: CalendarZones) -> CalendarMoment {
        moment.isDay ? moment : .utc(CivilTime(zones.instant(of: moment)))
    }

    /// When the instances of an event are, of those that may be on the day.
    private mutating func spans(
        of event: CalendarEvent,
        _ zones: CalendarZones,
        without replaced: Set<CalendarMoment>
    ) -> [AgendaEntry.Span] {
        let length = Self.length(of: event, zones)
        // A day more on both sides, for the clock of the event's zone may be that far off.
        let day = CivilTime.secondsOfDay
        let from = CivilTime(min(seconds.lowerBound, CivilTime(self.day).seconds) - length - day)
        let to = CivilTime(max(seconds.upperBound, CivilTime(self.day).seconds) + 2 * day)
        var moments = [event.start]
        if event.recurrenceID == nil {
            if let rule = event.rule {
                guard let starts = starts(of: event, rule, zones.zone(of: event.start), in: from..<to) else {
                    return []
                }
                moments = starts.map { event.start.moved(to: $0) }
            }
            moments += event.additions.filter { (from..<to).contains($0.civil) }
        }
        let excluded = replaced.union(event.exclusions.map { Self.identity($0, zones) })
        let excludedDays = Set(event.exclusions.map(\.civil.day))
        return moments.compactMap { moment in
            let identity = Self.identity(moment, zones)
            // An exclusion may name the day alone, and that of a whole day its first moment.
            guard !excluded.contains(identity), !excluded.contains(.day(moment.civil.day)),
                !(moment.isDay && excludedDays.contains(moment.civil.day))
            else { return nil }
            if case .day(let first) = moment {
                return .days(first..<CivilDay(number: first.number + max(1, length / CivilTime.secondsOfDay)))
            }
            let start = zones.instant(of: moment)
            return .seconds(start..<start + length)
        }
    }

    /// The starts of a repeating event; `nil`, which is counted, for one that would take too long.
    private mutating func starts(
        of event: CalendarEvent,
        _ rule: RecurrenceRule,
        _ zone: CalendarZone,
        in span: Range<CivilTime>
    ) -> [CivilTime]? {
        // An event has a budget of its own, so that one of a stranger's does not hide all others.
        let steps = min(Self.stepsOfEvent, budget.steps)
        var own = RecurrenceBudget(steps: steps)
        defer { budget.steps -= steps - own.steps }
        do {
            return try rule.starts(
                from: event.start.civil,
                in: span,
                isPastEnd: { Self.isPastEnd($0, rule, zone) },
                budget: &own
            )
        } catch {
            tooFrequent += 1
            return nil
        }
    }

    /// How long an event takes, in seconds; a whole day has 86400 of them.
    private static func length(of event: CalendarEvent, _ zones: CalendarZones) -> Int {
        if let end = event.end {
            if event.start.isDay {
                return max(0, end.civil.day.number - event.start.civil.day.number) * CivilTime.secondsOfDay
            }
            return max(0, zones.instant(of: end) - zones.instant(of: event.start))
        }
        return event.duration ?? (event.start.isDay ? CivilTime.secondsOfDay : 0)
    }

    private static func isPastEnd(_ time: CivilTime, _ rule: RecurrenceRule, _ zone: CalendarZone) -> Bool {
        switch rule.until {
        case nil: false
        case .utc(let end):
            // No clock is two days off, so the zone, which takes a while, is asked near the end only.
            (time.seconds - end.seconds).magnitude > 2 * UInt(CivilTime.secondsOfDay)
                ? time > end : zone.instant(of: time) > end.seconds
        case .local(let end, _): time > end
        case .day(let day): time.day > day
        }
    }
}

extension CalendarMoment {
    /// The same kind of moment at another time.
    fileprivate func moved(to time: CivilTime) -> CalendarMoment {
        switch self {
        case .day: .day(time.day)
        case .utc: .utc(time)
        case .local(_, let zone): .local(time, zone: zone)
        }
    }
}
