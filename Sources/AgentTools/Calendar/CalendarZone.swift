import Foundation

/// What tells the time on a wall from the time everywhere: a zone that the system knows, or one that a calendar brings along.
enum CalendarZone {
    case system(TimeZone)
    case defined(ZoneDefinition)

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

/// The zones that the times of a calendar are in.
struct CalendarZones {
    private let definitions: [String: ZoneDefinition]
    /// The zone of times that name none, and of those that name one nobody knows.
    private let own: CalendarZone

    /// Takes the zones that a calendar brings along.
    init(_ calendar: CalendarComponent, own: TimeZone) {
        self.own = .system(own)
        definitions = Dictionary(
            calendar.components.compactMap { component in ZoneDefinition(component).map { ($0.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The zone of a name: the system's where it knows it, for calendars often bring the rules of one year only.
    private func zone(_ name: String?) -> CalendarZone {
        guard let name else { return own }
        if let zone = TimeZone(identifier: name), name.contains("/") || ["UTC", "GMT"].contains(name) {
            return .system(zone)
        }
        // Some programs put their own name before that of the zone: /example.org/20260101/Europe/Berlin.
        let parts = name.split(separator: "/").map(String.init)
        for count in [3, 2] where parts.count > count {
            if let zone = TimeZone(identifier: parts.suffix(count).joined(separator: "/")) { return .system(zone) }
        }
        return definitions[name].map(CalendarZone.defined) ?? own
    }

    /// The zone of a moment.
    func zone(of moment: CalendarMoment) -> CalendarZone {
        switch moment {
        case .utc: .system(.gmt)
        case .local(_, let name): zone(name)
        case .day: own
        }
    }

    /// The second, counted from 1970 in UTC, of a moment; of a day its beginning where the reader is.
    func instant(of moment: CalendarMoment) -> Int { zone(of: moment).instant(of: moment.civil) }
}
