import CalendarDays
import Foundation

/// The events of one day in a time zone, from the day's first moment to the first moment of the next day.
struct DayAgenda {
    let day: CalendarDay
    let timeZone: TimeZone
    /// The day in seconds since 1970 in UTC: 23 to 25 hours.
    let seconds: Range<Int>
    private(set) var entries: [AgendaEntry] = []
    /// The identifiers of events that repeat by unsupported rules; they are not in the agenda.
    private(set) var unexpanded: Set<String> = []
    /// The number of events left out because expanding them, or their zone, would exceed the budget.
    private(set) var tooCostly = 0
    /// The number of events on the day beyond the limits on entries.
    private(set) var beyondLimit = 0
    private(set) var budget = RecurrenceBudget()
    /// The zones of all calendars.
    private(set) var zones: CalendarZoneTable
    private var seen: Set<Sighting> = []

    /// The number of entries that an agenda keeps: more than a person would read.
    static let mostEntries = 5000
    /// The number of instances of one event on one day; only a hostile event has more, to push others out.
    static let mostInstances = 200
    /// The number of added times, and of excluded times, that are read of one event near the day.
    static let mostNamedTimes = 1000
    /// The steps that one repeating event may use: enough for one that has repeated daily since 1970 and is counted from its start.
    private static let stepsOfEvent = 25_000

    /// An instance that is already in the agenda, because the same event may be in two calendars.
    private struct Sighting: Hashable {
        let uid: String
        let span: AgendaEntry.Span
    }

    /// Makes an empty agenda; `nil` for a day whose bounds cannot be computed.
    init?(of day: CalendarDay, in timeZone: TimeZone) {
        let date = LocalDay(day.text)
        guard let start = date?.start(in: timeZone), let end = date?.end(in: timeZone) else { return nil }
        self.day = day
        self.timeZone = timeZone
        seconds = Int(start.timeIntervalSince1970)..<Int(end.timeIntervalSince1970)
        zones = CalendarZoneTable(day: day)
    }

    /// Adds the events of a calendar that are on the day, except those that repeat by unsupported rules.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    mutating func add(_ calendar: CalendarComponent) throws(CancellationError) {
        let events = try Self.events(of: calendar)
        let unread = Set(events.filter(\.hasUnreadRule).map(\.uid))
        unexpanded.formUnion(unread)
        try add(events.filter { !unread.contains($0.uid) }, of: calendar)
    }

    /// Adds the instances of events that were left out; of an event that still has its rule, the first instance only.
    ///
    /// - Throws: As ``add(_:)-(CalendarComponent)``.
    mutating func addUnexpanded(_ calendar: CalendarComponent) throws(CancellationError) {
        try add(Self.events(of: calendar).filter { unexpanded.contains($0.uid) }, of: calendar)
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
        // Otherwise the table would have two owners and would be copied for each calendar.
        self.zones = CalendarZoneTable(day: day)
        defer { self.zones = zones.table }
        let replaced = try replaced(by: events, &zones)
        for event in events where !event.isCancelled {
            if Task.isCancelled { throw CancellationError() }
            do {
                try add(event, &zones, without: event.recurrenceID == nil ? replaced[event.uid] ?? [] : [])
            } catch {
                tooCostly += 1
            }
        }
    }

    /// Returns the original starts of changed, moved or cancelled instances near the day, by event.
    private func replaced(
        by events: [CalendarEvent],
        _ zones: inout CalendarZones
    ) throws(CancellationError) -> [String: Set<CalendarMoment>] {
        let near = span(before: events.lazy.map(\.civilLength).max() ?? 0, margin: Self.margin)
        var replaced: [String: Set<CalendarMoment>] = [:]
        for event in events {
            if Task.isCancelled { throw CancellationError() }
            guard let id = event.recurrenceID, near.contains(id.civil) else { continue }
            // The original start in such a zone is unknown, and an event in that zone is left out in any case.
            guard let identity = try? Self.identity(id, &zones) else { continue }
            replaced[event.uid, default: []].insert(identity)
        }
        return replaced
    }

    /// Adds the instances of an event that are on the day.
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
                beyondLimit += moments.count - index
                return
            }
            append(
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

    /// Adds an event if it is on the day.
    mutating func add(_ entry: AgendaEntry) {
        if isOnDay(entry.span) { append(entry) }
    }

    private mutating func append(_ entry: AgendaEntry) {
        if entries.count < Self.mostEntries { entries.append(entry) } else { beyondLimit += 1 }
    }

    private func isOnDay(_ span: AgendaEntry.Span) -> Bool {
        switch span {
        case .days(let days): days.contains(day)
        case .seconds(let range):
            // An event without a length is on the day of its start.
            range.lowerBound < seconds.upperBound
                && (range.upperBound > seconds.lowerBound || range.lowerBound >= seconds.lowerBound)
        }
    }

    /// The largest difference in seconds between two clocks that show the same moment: no zone is a day or more from UTC.
    private static let margin = 3 * CivilTime.secondsOfDay

    /// Returns the starts, by any clock, of events of a length that may be on the day.
    private func span(before length: Int, margin: Int = 0) -> Range<CivilTime> {
        let civil = CivilTime(day).seconds
        // One more day on both sides, because the clock of the event's zone may differ by that much.
        let from = min(seconds.lowerBound, civil) - length - CivilTime.secondsOfDay
        let to = max(seconds.upperBound, civil) + 2 * CivilTime.secondsOfDay
        return CivilTime(from - margin)..<CivilTime(to + margin)
    }

    /// Returns a moment in a comparable form: the same instant in two zones is equal.
    private static func identity(
        _ moment: CalendarMoment,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> CalendarMoment {
        moment.isDay ? moment : .utc(CivilTime(try zones.instant(of: moment)))
    }

    /// The excluded moments of an event near the day.
    private struct Exclusions {
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

    /// Returns the starts of the instances that may be on the day.
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

    /// Returns the time that an instance covers, and the moment by which instances are compared.
    private static func span(
        of moment: CalendarMoment,
        length: Int,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> (identity: CalendarMoment, span: AgendaEntry.Span) {
        if case .day(let first) = moment {
            let days = max(1, length / CivilTime.secondsOfDay)
            return (moment, .days(first..<CalendarDay(number: first.number + days)))
        }
        let start = try zones.instant(of: moment)
        return (.utc(CivilTime(start)), .seconds(start..<start + length))
    }

    /// Returns the starts of a repeating event's instances.
    private mutating func starts(
        of event: CalendarEvent,
        _ rule: RecurrenceRule,
        _ zone: CalendarZone,
        in span: Range<CivilTime>
    ) throws(RecurrenceBudget.Exhausted) -> [CivilTime] {
        // Each event has its own budget, so that one hostile event does not use up that of all others.
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

    /// Returns the length of an event in seconds, by the clocks of its start and of its end.
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
            // No clock differs by two days, so the zone is needed near the end only.
            (time.seconds - end.seconds).magnitude > 2 * UInt(CivilTime.secondsOfDay)
                ? time > end : zone.instant(of: time) > end.seconds
        case .local(let end, _): time > end
        case .day(let day): time.day > day
        }
    }
}

extension CalendarEvent {
    /// The length in seconds, as if the start and the end were by the same clock; a whole day has 86,400.
    fileprivate var civilLength: Int {
        guard let end else { return duration ?? (start.isDay ? CivilTime.secondsOfDay : 0) }
        if start.isDay { return max(0, end.civil.day.number - start.civil.day.number) * CivilTime.secondsOfDay }
        return max(0, end.civil.seconds - start.civil.seconds)
    }
}

extension CalendarMoment {
    /// Returns a moment of the same kind at another time.
    fileprivate func moved(to time: CivilTime) -> CalendarMoment {
        switch self {
        case .day: .day(time.day)
        case .utc: .utc(time)
        case .local(_, let zone): .local(time, zone: zone)
        }
    }
}
