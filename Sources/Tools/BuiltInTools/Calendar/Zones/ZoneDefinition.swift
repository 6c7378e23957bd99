import AgentTools
import CalendarDays

/// A time zone defined in a calendar (`VTIMEZONE`): when its clocks change, and by how much.
struct ZoneDefinition: Hashable {
    /// Standard time or summer time, with the moments at which it starts.
    struct Observance: Hashable {
        /// The first start, by the clock before the change.
        let start: CivilTime
        /// The offsets in seconds east of Greenwich, before and after the change.
        let offsetBefore: Int
        let offset: Int
        let rule: RecurrenceRule?
        let additions: [CivilTime]
    }

    /// The number of observances that are read: more than the longest known history of a zone has.
    private static let mostObservances = 250

    let name: String
    let observances: [Observance]

    /// Reads a `VTIMEZONE`; `nil` for another component, and for a zone without a name or observances.
    init?(_ component: CalendarComponent) {
        guard component.name == "VTIMEZONE", let name = component.line("TZID")?.text else { return nil }
        self.name = name
        observances = component.components.prefix(Self.mostObservances).compactMap { Observance($0) }
        guard !observances.isEmpty else { return nil }
    }
}

extension ZoneDefinition.Observance {
    fileprivate init?(_ component: CalendarComponent) {
        guard ["STANDARD", "DAYLIGHT"].contains(component.name), let start = component.moments("DTSTART").first,
            let before = component.line("TZOFFSETFROM").flatMap({ Self.offset($0.value) }),
            let offset = component.line("TZOFFSETTO").flatMap({ Self.offset($0.value) })
        else { return nil }
        self.start = start.civil
        self.offsetBefore = before
        self.offset = offset
        rule = component.line("RRULE").flatMap { RecurrenceRule($0.value) }.flatMap { Self.isOfClocks($0) ? $0 : nil }
        additions = component.moments("RDATE").prefix(Self.mostAdditions).map(\.civil)
    }

    /// The number of additional dates that are read: more than two a year for a hundred years.
    private static let mostAdditions = 250

    /// Whether a rule may describe clock changes: some days of a year, once on each.
    private static func isOfClocks(_ rule: RecurrenceRule) -> Bool {
        rule.frequency == .yearly && rule.hours.count <= 1 && rule.minutes.count <= 1 && rule.seconds.count <= 1
            && rule.months.count <= 2 && rule.weekdays.count <= 2 && rule.yearDays.count <= 2
            && rule.count ?? 0 <= mostAdditions
    }

    /// Reads an offset such as `+0900`, `-0330` or `+012345`.
    private static func offset(_ text: String) -> Int? {
        let digits = text.dropFirst()
        guard let sign = text.first, sign == "+" || sign == "-", [4, 6].contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(digits.utf8.count == 4 ? digits + "00" : String(digits)), number < 240_000
        else { return nil }
        let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
        return sign == "-" ? -seconds : seconds
    }
}
