import AgentTools
import CWindowsZones
import CalendarDays
import Foundation

/// A time zone that converts wall-clock time to UTC: one that the system knows, or one that a calendar defines.
enum CalendarZone {
    case system(TimeZone)
    case defined(ZoneTransitions)

    /// Returns the second since 1970 in UTC at which a clock in the zone shows a time.
    ///
    /// If clocks show the time twice, the first one counts. If they skip it, the offset before the change applies (RFC 5545 §3.3.5).
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

/// The zones that the calendars of one day define, each computed once.
///
/// A server sends each event as its own calendar, so most of the calendars define the same zone.
struct CalendarZoneTable {
    /// The day around which the zones' transitions are computed.
    let day: CalendarDay
    /// The steps that the zones of all calendars may use together.
    private(set) var budget = RecurrenceBudget(steps: RecurrenceBudget.ofZones)
    /// The computed zones; `nil` for one that would exceed its budget.
    private var transitions: [ZoneDefinition: ZoneTransitions?] = [:]
    private var system: [String: TimeZone?] = [:]

    /// The names of the system's zones by their small letters.
    private static let identifiers = Dictionary(
        TimeZone.knownTimeZoneIdentifiers.map { ($0.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The steps for one look-up of a system zone, because the system is slow to report an unknown name.
    private static let stepsOfName = 10

    init(day: CalendarDay) { self.day = day }

    /// Returns the transitions of a zone.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` for a zone that exceeds its budget, or for a new zone once the shared budget is used up.
    mutating func transitions(
        of definition: ZoneDefinition
    ) throws(RecurrenceBudget.Exhausted) -> ZoneTransitions {
        if let known = transitions[definition] {
            guard let known else { throw RecurrenceBudget.Exhausted() }
            return known
        }
        // Each zone has its own budget, so that one hostile zone does not use up that of all others.
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

    /// Returns the system's zone with a name; `nil` if the system does not know it.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` if too many names were looked up.
    mutating func systemZone(_ name: String) throws(RecurrenceBudget.Exhausted) -> TimeZone? {
        if let known = system[name] { return known }
        try budget.spend(Self.stepsOfName)
        let zone =
            TimeZone(identifier: name) ?? Self.identifiers[name.lowercased()].flatMap { TimeZone(identifier: $0) }
        system[name] = .some(zone)
        return zone
    }
}

/// The zones that one calendar's times refer to.
struct CalendarZones {
    /// A zone, and whether its name leaves no doubt about it.
    private struct Found {
        let zone: CalendarZone
        var isSure = true
    }

    /// The zones that all calendars of the day share.
    private(set) var table: CalendarZoneTable
    private let definitions: [String: ZoneDefinition]
    /// The zone for times without a zone name; it replaces unknown ones.
    private let own: CalendarZone
    /// The zones resolved so far, by name.
    private var known: [String: Found] = [:]

    /// The number of definitions that are read; the calendar of a person who travels much has a few.
    private static let mostDefinitions = 100
    /// The length limit of a zone's name, in bytes; no real name is longer.
    private static let longestName = 255

    /// Reads the zones that a calendar defines.
    init(_ calendar: CalendarComponent, own: TimeZone, table: CalendarZoneTable) {
        self.own = .system(own)
        self.table = table
        let components = calendar.components.lazy.filter { $0.name == "VTIMEZONE" }.prefix(Self.mostDefinitions)
        definitions = Dictionary(
            components.compactMap { component in ZoneDefinition(component).map { ($0.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the zone with a name: the system's if it knows the name, because calendars often define the rules of one year only.
    private mutating func zone(_ name: String?) throws(RecurrenceBudget.Exhausted) -> CalendarZone {
        guard let name else { return own }
        if let found = known[name] { return found.zone }
        let found = try (name.utf8.count > Self.longestName ? nil : find(name)) ?? Found(zone: own, isSure: false)
        known[name] = found
        return found.zone
    }

    /// Whether the zone of a moment that was resolved before is a guess: the reader's, or an offset that ignores summer time.
    func isGuess(_ moment: CalendarMoment) -> Bool {
        guard case .local(_, let name?) = moment else { return false }
        return known[name]?.isSure == false
    }

    private mutating func find(_ written: String) throws(RecurrenceBudget.Exhausted) -> Found? {
        let name = written.trimmingCharacters(in: .whitespaces)
        let parts = name.split(separator: "/").map(String.init)
        if parts.count > 1, let found = try system(name) { return found }
        // Some programs put a prefix of their own before the zone's name: /example.org/20260101/Europe/Berlin.
        for count in [3, 2] where parts.count > count {
            if let found = try system(parts.suffix(count).joined(separator: "/")) { return found }
        }
        if let definition = definitions[written] { return Found(zone: .defined(try table.transitions(of: definition))) }
        if let zone = WindowsZones.names[name.lowercased()] { return try system(zone) }
        // Windows' titles of zones: (UTC+01:00) Amsterdam, Berlin.
        if name.hasPrefix("("), let end = name.firstIndex(of: ")") {
            return try system(String(name[..<end].dropFirst()), isSure: name[end...].count == 1)
        }
        // Foundation reads `GMT+0530` and `UTC+02:00`, and letters such as `IST`, which mean several zones.
        if name.hasPrefix("+") || name.hasPrefix("-") { return try system("GMT" + name) }
        let isClear = TimeZone.abbreviationDictionary[name] == nil || Self.clearNames.contains(name)
        return isClear ? try system(name) : nil
    }

    private mutating func system(_ name: String, isSure: Bool = true) throws(RecurrenceBudget.Exhausted) -> Found? {
        try table.systemZone(name).map { Found(zone: .system($0), isSure: isSure) }
    }

    /// The abbreviations that mean the same everywhere, most of them names of the IANA database.
    private static let clearNames: Set<String> = ["CET", "EET", "EST", "GMT", "HST", "JST", "MET", "MST", "UTC", "WET"]

    /// Returns the zone of a moment.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` for a zone that exceeds its budget.
    mutating func zone(of moment: CalendarMoment) throws(RecurrenceBudget.Exhausted) -> CalendarZone {
        switch moment {
        case .utc: .system(.gmt)
        case .local(_, let name): try zone(name)
        case .day: own
        }
    }

    /// Returns the second since 1970 in UTC of a moment; for a whole day, its first second in the reader's zone.
    ///
    /// - Throws: As ``zone(of:)``.
    mutating func instant(of moment: CalendarMoment) throws(RecurrenceBudget.Exhausted) -> Int {
        try zone(of: moment).instant(of: moment.civil)
    }
}

/// Windows' names of zones and the IANA names for them.
enum WindowsZones {
    /// The IANA names by Windows' names in small letters.
    static let names: [String: String] = {
        let bytes = UnsafeBufferPointer(start: torii_windows_zones(), count: torii_windows_zones_size())
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t") }
        return Dictionary(
            rows.filter { $0.count == 2 }.map { ($0[0].lowercased(), String($0[1])) },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
