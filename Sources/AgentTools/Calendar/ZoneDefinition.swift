/// A time zone as a calendar brings it along (`VTIMEZONE`): when its clocks are changed, and what they show then.
struct ZoneDefinition: Hashable {
    /// Standard time or summer time, with the moments at which it begins.
    struct Observance: Hashable {
        /// When it first begins, by the clock that was right until then.
        let start: CivilTime
        /// Seconds east of Greenwich before and from then on.
        let offsetBefore: Int
        let offset: Int
        let rule: RecurrenceRule?
        let additions: [CivilTime]
    }

    /// The zone with the longest history that is known has fewer.
    private static let mostObservances = 250

    let name: String
    let observances: [Observance]

    /// Reads a `VTIMEZONE`; `nil` for any other component, and for one that says nothing.
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

    /// More than twice a year for a hundred years.
    private static let mostAdditions = 250

    /// Whether clocks are changed by such a rule: on some days of a year, once a day.
    private static func isOfClocks(_ rule: RecurrenceRule) -> Bool {
        rule.frequency == .yearly && rule.hours.count <= 1 && rule.minutes.count <= 1 && rule.seconds.count <= 1
            && rule.months.count <= 2 && rule.weekdays.count <= 2 && rule.yearDays.count <= 2
            && rule.count ?? 0 <= mostAdditions
    }

    /// Reads `+0900`, `-0330` and `+012345`.
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
