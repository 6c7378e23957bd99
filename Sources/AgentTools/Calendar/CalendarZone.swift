import Foundation

/// What tells the time on a wall from the time everywhere: a zone that the system knows, or one that a calendar brings along.
enum CalendarZone {
    case system(TimeZone)
    case defined(ZoneTransitions)

    /// The second, counted from 1970 in UTC, at which a clock in the zone shows a time.
    ///
    /// A time that clocks pass twice is its first; one that they skip is as if they had not (RFC 5545 §3.3.5).
    func instant(of time: CivilTime) -> Int {
        switch self {
        case .defined(let zone): return time.seconds - zone.offset(at: time)
        case .system(let zone):
            func offset(_ instant: Int) -> Int {
                zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
            }
            let before = offset(time.seconds - CivilTime.secondsOfDay)
            if offset(time.seconds - before) == before { return time.seconds - before }
            let after = offset(time.seconds + CivilTime.secondsOfDay)
            return offset(time.seconds - after) == after ? time.seconds - after : time.seconds - before
        }
    }
}

/// The zones that the calendars of one day have brought along, each worked out once.
///
/// Each event of an account comes as a calendar of its own, so most of them bring the same zone.
struct CalendarZoneTable {
    /// The day around which zones are worked out.
    let day: CivilDay
    /// The steps that the zones of all calendars may take.
    private(set) var budget = RecurrenceBudget(steps: RecurrenceBudget.ofZones)
    /// No transitions are a zone that takes too long.
    private var transitions: [ZoneDefinition: ZoneTransitions?] = [:]
    private var system: [String: TimeZone?] = [:]

    /// The steps of asking the system for a name; it takes a while to say that it does not know one.
    private static let stepsOfName = 10

    init(day: CivilDay) { self.day = day }

    /// Returns the transitions of a zone.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` for a zone that takes too long, or for any new one after too many of them.
    mutating func transitions(
        of definition: ZoneDefinition
    ) throws(RecurrenceBudget.Exhausted) -> ZoneTransitions {
        if let known = transitions[definition] {
            guard let known else { throw RecurrenceBudget.Exhausted() }
            return known
        }
        // A zone has a budget of its own, so that one of a stranger's does not hide all others.
        let steps = min(ZoneTransitions.mostSteps, budget.steps)
        var own = RecurrenceBudget(steps: steps)
        defer { budget.steps -= steps - own.steps }
        do {
            let found = try ZoneTransitions(definition, around: day, budget: &own)
            transitions[definition] = .some(found)
            return found
        } catch {
            transitions[definition] = .some(nil)
            throw error
        }
    }

    /// Returns the system's zone of a name; `nil` when it knows none.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` after too many names.
    mutating func systemZone(_ name: String) throws(RecurrenceBudget.Exhausted) -> TimeZone? {
        if let known = system[name] { return known }
        try budget.take(Self.stepsOfName)
        let zone = TimeZone(identifier: name)
        system[name] = .some(zone)
        return zone
    }
}

/// The zones that the times of a calendar are in.
struct CalendarZones {
    /// What all calendars of the day have in common.
    private(set) var table: CalendarZoneTable
    private let definitions: [String: ZoneDefinition]
    /// The zone of times that name none, and of those that name one nobody knows.
    private let own: CalendarZone
    /// The zones by their names, as far as they were asked for.
    private var known: [String: CalendarZone] = [:]

    /// A calendar of a person who travels far has a few.
    private static let mostDefinitions = 100
    /// In bytes; no zone has a longer name.
    private static let longestName = 255

    /// Reads the zones that a calendar brings along.
    init(_ calendar: CalendarComponent, own: TimeZone, table: CalendarZoneTable) {
        self.own = .system(own)
        self.table = table
        let components = calendar.components.lazy.filter { $0.name == "VTIMEZONE" }.prefix(Self.mostDefinitions)
        definitions = Dictionary(
            components.compactMap { component in ZoneDefinition(component).map { ($0.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The zone of a name: the system's where it knows it, for calendars often bring the rules of one year only.
    private mutating func zone(_ name: String?) throws(RecurrenceBudget.Exhausted) -> CalendarZone {
        guard let name, name.utf8.count <= Self.longestName else { return own }
        if let zone = known[name] { return zone }
        let zone = try find(name)
        known[name] = zone
        return zone
    }

    private mutating func find(_ name: String) throws(RecurrenceBudget.Exhausted) -> CalendarZone {
        let parts = name.split(separator: "/").map(String.init)
        if parts.count > 1 || ["UTC", "GMT"].contains(name), let zone = try table.systemZone(name) {
            return .system(zone)
        }
        // Some programs put their own name before that of the zone: /example.org/20260101/Europe/Berlin.
        for count in [3, 2] where parts.count > count {
            if let zone = try table.systemZone(parts.suffix(count).joined(separator: "/")) { return .system(zone) }
        }
        guard let definition = definitions[name] else { return own }
        return .defined(try table.transitions(of: definition))
    }

    /// Returns the zone of a moment.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` for a zone that takes too long to work out.
    mutating func zone(of moment: CalendarMoment) throws(RecurrenceBudget.Exhausted) -> CalendarZone {
        switch moment {
        case .utc: .system(.gmt)
        case .local(_, let name): try zone(name)
        case .day: own
        }
    }

    /// Returns the second, counted from 1970 in UTC, of a moment; of a day its beginning where the reader is.
    ///
    /// - Throws: As ``zone(of:)``.
    mutating func instant(of moment: CalendarMoment) throws(RecurrenceBudget.Exhausted) -> Int {
        try zone(of: moment).instant(of: moment.civil)
    }
}
