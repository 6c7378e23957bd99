import AgentTools
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
    /// The number of events that could not be read, or not in full: without a readable start, end or rule.
    var unread = 0
    /// The number of events on or next to the day whose time zone is unknown.
    private(set) var guessed = 0
    /// The number of calendars of the account that did not send all of their events.
    var unansweredCalendars = 0
    /// The number of calendars of the account that were not asked, because there are too many.
    var unaskedCalendars = 0
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
        guard let start = day.start(in: timeZone), let end = day.end(in: timeZone) else { return nil }
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
        unread += calendar.components.count { $0.name == "VEVENT" } - events.count
        unread += events.count { event in
            !event.isCancelled
                && (event.hasUnreadRange || event.hasUnreadMoments && (event.rule != nil || isNear(event)))
        }
        let unexpandable = Set(events.filter(\.hasUnreadRule).map(\.uid))
        unexpanded.formUnion(unexpandable)
        try add(events.filter { !unexpandable.contains($0.uid) }, of: calendar)
    }

    /// Adds the instances of events that were left out; of an event that still has its rule, the first instance only.
    ///
    /// - Throws: As ``add(_:)-(CalendarComponent)``.
    mutating func addUnexpanded(_ calendar: CalendarComponent) throws(CancellationError) {
        let events = try Self.events(of: calendar).filter { unexpanded.contains($0.uid) }
        unread += events.count { $0.hasUnreadRule && !$0.isCancelled }
        try add(events, of: calendar)
    }

    /// A month, in seconds: few events are longer.
    private static let month = 31 * CivilTime.secondsOfDay

    private func isNear(_ event: CalendarEvent) -> Bool {
        span(before: Self.month, margin: Self.margin).contains(event.start.civil)
    }

    private static func events(of calendar: CalendarComponent) throws(CancellationError) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        for component in calendar.components {
            if Task.isCancelled { throw CancellationError() }
            guard var event = CalendarEvent(component) else { continue }
            if calendar.says("CANCEL", in: "METHOD") { event.isCancelled = true }
            events.append(event)
        }
        return events
    }

    private mutating func add(_ events: [CalendarEvent], of calendar: CalendarComponent) throws(CancellationError) {
        guard !events.isEmpty else { return }
        var zones = CalendarZones(calendar, own: timeZone, table: zones)
        // Otherwise the table would have two owners and would be copied for each calendar.
        self.zones = CalendarZoneTable(day: day)
        defer { self.zones = zones.table }
        let starts = Dictionary(
            events.lazy.filter { $0.recurrenceID == nil }.map { ($0.uid, $0.start) },
            uniquingKeysWith: { first, _ in first }
        )
        let replaced = try replaced(by: events, starts, &zones)
        let later = Self.laterChanges(by: events, starts, &zones)
        for event in events where !event.isCancelled {
            if Task.isCancelled { throw CancellationError() }
            let isSeries = event.recurrenceID == nil
            do {
                try add(
                    event,
                    &zones,
                    without: isSeries ? replaced[event.uid] ?? [] : [],
                    changed: isSeries ? later[event.uid] ?? [] : []
                )
            } catch {
                tooCostly += 1
            }
        }
    }

    /// Adds the instances of an event that are on the day, from each change of later instances on as it says.
    private mutating func add(
        _ event: CalendarEvent,
        _ zones: inout CalendarZones,
        without replaced: Set<CalendarMoment>,
        changed later: [LaterChange]
    ) throws(RecurrenceBudget.Exhausted) {
        var reach = Reach(event: event, shift: 0, range: Int.min..<(later.first?.from ?? .max))
        try add(reach, of: event, &zones, without: replaced)
        for (index, change) in later.enumerated() where !change.event.isCancelled {
            let end = index + 1 < later.count ? later[index + 1].from : .max
            guard change.from + 1 < end else { continue }
            // The changed instance itself is an event of its own.
            reach = Reach(event: change.event, shift: change.shift, range: change.from + 1..<end)
            try add(reach, of: event, &zones, without: replaced)
        }
    }

    /// The instances of a series that start in a range, and the event as which they appear.
    private struct Reach {
        let event: CalendarEvent
        /// The seconds by which the instances are moved.
        let shift: Int
        /// The seconds in which the instances start by the series' rule.
        let range: Range<Int>
    }

    private mutating func add(
        _ reach: Reach,
        of series: CalendarEvent,
        _ zones: inout CalendarZones,
        without replaced: Set<CalendarMoment>
    ) throws(RecurrenceBudget.Exhausted) {
        let event = reach.event
        let length = try Self.length(of: event, &zones)
        let moments = try moments(of: series, length: length, shift: reach.shift, &zones)
        let near = span(before: length, margin: Self.margin, shift: reach.shift)
        let excluded = try Exclusions(of: series, near: near, &zones)
        var instances = 0
        var isCounted = false
        for (index, moment) in moments.enumerated() {
            let identity = try Self.identity(moment, &zones)
            guard reach.range.contains(identity.civil.seconds) else { continue }
            let span = Self.span(of: identity, shift: reach.shift, length: length)
            // The original start of a changed instance may be only its day.
            guard !replaced.contains(identity), !replaced.contains(.day(moment.civil.day)),
                !excluded.contains(moment, identity)
            else { continue }
            if !isCounted, isNearDay(span),
                [event.start, event.end].contains(where: { $0.map(zones.isGuess) ?? false })
            {
                guessed += 1
                isCounted = true
            }
            guard isOnDay(span) else { continue }
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

    /// Whether a time would be on the day by some clock.
    private func isNearDay(_ span: AgendaEntry.Span) -> Bool {
        guard case .seconds(let range) = span else { return false }
        return range.lowerBound < seconds.upperBound + CivilTime.secondsOfDay
            && range.upperBound > seconds.lowerBound - CivilTime.secondsOfDay
    }

    /// The largest difference in seconds between two clocks that show the same moment: no zone is a day or more from UTC.
    static let margin = 3 * CivilTime.secondsOfDay

    /// Returns the starts, by any clock, of events of a length that may be on the day after they are moved.
    func span(before length: Int, margin: Int = 0, shift: Int = 0) -> Range<CivilTime> {
        let civil = CivilTime(day).seconds
        // One more day on both sides, because the clock of the event's zone may differ by that much.
        let from = min(seconds.lowerBound, civil) - length - CivilTime.secondsOfDay
        let to = max(seconds.upperBound, civil) + 2 * CivilTime.secondsOfDay
        return CivilTime(from - margin - shift)..<CivilTime(to + margin - shift)
    }

    /// Returns a moment in a comparable form: the same instant in two zones is equal.
    static func identity(
        _ moment: CalendarMoment,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> CalendarMoment {
        moment.isDay ? moment : .utc(CivilTime(try zones.instant(of: moment)))
    }

    /// Returns the starts of the instances that may be on the day after they are moved.
    private mutating func moments(
        of event: CalendarEvent,
        length: Int,
        shift: Int,
        _ zones: inout CalendarZones
    ) throws(RecurrenceBudget.Exhausted) -> [CalendarMoment] {
        guard event.recurrenceID == nil else { return [event.start] }
        let span = span(before: length, shift: shift)
        var moments = [event.start]
        if let rule = event.rule {
            let zone = try zones.zone(of: event.start)
            moments = try starts(of: event, rule, zone, in: span).map { event.start.moved(to: $0) }
        }
        return moments + event.additions.lazy.filter { span.contains($0.civil) }.prefix(Self.mostNamedTimes)
    }

    /// Returns the time that an instance covers.
    private static func span(of identity: CalendarMoment, shift: Int, length: Int) -> AgendaEntry.Span {
        if case .day(let first) = identity {
            let first = CalendarDay(number: first.number + shift / CivilTime.secondsOfDay)
            return .days(first..<CalendarDay(number: first.number + max(1, length / CivilTime.secondsOfDay)))
        }
        let start = identity.civil.seconds + shift
        return .seconds(start..<start + length)
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
