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
    /// How many events were left out because their repetitions, or their zone, would take too long to work out.
    private(set) var tooFrequent = 0
    /// How many events there are beyond those that are kept.
    private(set) var unkept = 0
    private(set) var budget = RecurrenceBudget()
    /// The zones of all calendars.
    private(set) var zones: CalendarZoneTable
    private var seen: Set<Sighting> = []

    /// No day has more events that somebody would want to hear of.
    static let mostEntries = 5000
    /// No event is on one day more often, unless it is to push others out.
    static let mostInstances = 200
    /// The most further times, and the most exclusions, of one event that are looked at, of those near the day.
    static let mostNamedTimes = 1000
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
        zones = CalendarZoneTable(day: day)
    }

    /// Takes in what of a calendar is on the day, but for what repeats by rules that are not read.
    ///
    /// - Throws: `CancellationError` when nobody waits for the agenda any more.
    mutating func add(_ calendar: CalendarComponent) throws(CancellationError) {
        let events = try Self.events(of: calendar)
        let unread = Set(events.filter(\.hasUnreadRule).map(\.uid))
        leftOut.formUnion(unread)
        try add(events.filter { !unread.contains($0.uid) }, of: calendar)
    }

    /// Takes in the instances of what was left out; where a calendar still has the rule, the first one only.
    ///
    /// - Throws: As ``add(_:)-(CalendarComponent)``.
    mutating func addLeftOut(_ calendar: CalendarComponent) throws(CancellationError) {
        try add(Self.events(of: calendar).filter { leftOut.contains($0.uid) }, of: calendar)
    }

    private static func events(of calendar: CalendarComponent) throws(CancellationError) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        for component in calendar.components {
            if Task.isCancelled { throw CancellationError() }
            if let event = CalendarEvent(component) { events.append(event) }
        }
        return events
    }

    private mutating func add(_ events: [CalendarEvent], of calendar: CalendarComponent) throws(CancellationError) {
        guard !events.isEmpty else { return }
        var zones = CalendarZones(calendar, own: timeZone, table: zones)
        // A table with two owners would be copied for each calendar.
        self.zones = CalendarZoneTable(day: day)
        defer { self.zones = zones.table }
        let replaced = try replaced(by: events, &zones)
        for event in events where !event.isCancelled {
            if Task.isCancelled { throw CancellationError() }
            do {
                try add(event, &zones, without: event.recurrenceID == nil ? replaced[event.uid] ?? [] : [])
            } catch {
                tooFrequent += 1
            }
        }
    }

    /// The instances near the day that were changed, moved or called off, by the event they would have been of.
    private func replaced(
        by events: [CalendarEvent],
        _ zones: inout CalendarZones
    ) throws(CancellationError) -> [String: Set<CalendarMoment>] {
        let near = span(before: events.lazy.map(\.civilLength).max() ?? 0, margin: Self.margin)
        var replaced: [String: Set<CalendarMoment>] = [:]
        for event in events {
            if Task.isCancelled { throw CancellationError() }
            guard let id = event.recurrenceID, near.contains(id.civil) else { continue }
            // Of a zone that takes too long nothing is known, and an event in it is left out in any case.
            guard let identity = try? Self.identity(id, &zones) else { continue }
            replaced[event.uid, default: []].insert(identity)
        }
        return replaced
    }

    /// Takes in the instances of an event that are on the day.
    private mutating func add(
        _ event: CalendarEvent,
        _ zones: inout CalendarZones,
        without replaced: Set<CalendarMoment>
    ) throws(RecurrenceBudget.Exhausted) {
        let length = try Self.length(of: event, &zones)
        let moments = try moments(of: event, length: length, &zones)
        let excluded = try Exclusions(of: event, near: span(before: length, margin: Self.margin), &zones)
        var instances = 0
        for (index, moment) in moments.enumerated() {
            let (identity, span) = try Self.span(of: moment, length: length, &zones)
            guard isOnDay(span), !replaced.contains(identity), !excluded.contains(moment, identity) else { continue }
            guard event.uid.isEmpty || seen.insert(Sighting(uid: event.uid, span: span)).inserted else { continue }
            instances += 1
            guard instances <= Self.mostInstances else {
                unkept += moments.count - index
                return
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

    /// How far apart, in seconds, one moment is by two clocks at most: none is a day ahead of UTC, or behind.
    private static let margin = 3 * CivilTime.secondsOfDay

    /// The times at which something of a length begins that may be on the day, by any clock.
    private func span(before length: Int, margin: Int = 0) -> Range<CivilTime> {
        let civil = CivilTime(day).seconds
        // A day more on both sides, for the clock of the event's zone may be that far off.
        let from = min(seconds.lowerBound, civil) - length - CivilTime.secondsOfDay
        let to = max(seconds.upperBound, civil) + 2 * CivilTime.secondsOfDay
        return CivilTime(from - margin)..<CivilTime(to + margin)
    }

    /// A moment as one to compare by: the same instant in two zones is one.
    private static func identity(
        _ moment: CalendarMoment,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> CalendarMoment {
        moment.isDay ? moment : .utc(CivilTime(try zones.instant(of: moment)))
    }

    /// The moments of an event that are called off, of those near the day.
    private struct Exclusions {
        private var identities: Set<CalendarMoment> = []
        private var days: Set<CivilDay> = []

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

        /// An exclusion may name the day alone, and that of a whole day its first moment.
        func contains(_ moment: CalendarMoment, _ identity: CalendarMoment) -> Bool {
            let day = moment.civil.day
            return identities.contains(identity) || identities.contains(.day(day))
                || (moment.isDay && days.contains(day))
        }
    }

    /// When the instances of an event begin, of those that may be on the day.
    private mutating func moments(
        of event: CalendarEvent,
        length: Int,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> [CalendarMoment] {
        guard event.recurrenceID == nil else { return [event.start] }
        let span = span(before: length)
        var moments = [event.start]
        if let rule = event.rule {
            let zone = try zones.zone(of: event.start)
            moments = try starts(of: event, rule, zone, in: span).map { event.start.moved(to: $0) }
        }
        return moments + event.additions.lazy.filter { span.contains($0.civil) }.prefix(Self.mostNamedTimes)
    }

    /// When an instance is, and the moment to compare it by.
    private static func span(
        of moment: CalendarMoment,
        length: Int,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> (identity: CalendarMoment, span: AgendaEntry.Span) {
        if case .day(let first) = moment {
            let days = max(1, length / CivilTime.secondsOfDay)
            return (moment, .days(first..<CivilDay(number: first.number + days)))
        }
        let start = try zones.instant(of: moment)
        return (.utc(CivilTime(start)), .seconds(start..<start + length))
    }

    /// The starts of a repeating event.
    private mutating func starts(
        of event: CalendarEvent,
        _ rule: RecurrenceRule,
        _ zone: CalendarZone,
        in span: Range<CivilTime>
    ) throws(RecurrenceBudget.Exhausted) -> [CivilTime] {
        // An event has a budget of its own, so that one of a stranger's does not hide all others.
        let steps = min(Self.stepsOfEvent, budget.steps)
        var own = RecurrenceBudget(steps: steps)
        defer { budget.steps -= steps - own.steps }
        return try rule.starts(
            from: event.start.civil,
            in: span,
            isPastEnd: { Self.isPastEnd($0, rule, zone) },
            budget: &own
        )
    }

    /// How long an event takes, in seconds, by the clocks of its start and of its end.
    private static func length(
        of event: CalendarEvent,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> Int {
        guard let end = event.end, !event.start.isDay else { return event.civilLength }
        return max(0, try zones.instant(of: end) - zones.instant(of: event.start))
    }

    private static func isPastEnd(_ time: CivilTime, _ rule: RecurrenceRule, _ zone: CalendarZone) -> Bool {
        switch rule.until {
        case nil: false
        case .utc(let end):
            // No clock is two days off, so the zone is asked near the end only.
            (time.seconds - end.seconds).magnitude > 2 * UInt(CivilTime.secondsOfDay)
                ? time > end : zone.instant(of: time) > end.seconds
        case .local(let end, _): time > end
        case .day(let day): time.day > day
        }
    }
}

extension CalendarEvent {
    /// How many seconds it takes, as if its start and its end were by the same clock; a whole day has 86400 of them.
    fileprivate var civilLength: Int {
        guard let end else { return duration ?? (start.isDay ? CivilTime.secondsOfDay : 0) }
        if start.isDay { return max(0, end.civil.day.number - start.civil.day.number) * CivilTime.secondsOfDay }
        return max(0, end.civil.seconds - start.civil.seconds)
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
