/// An event of a calendar as it is stored: once, repeating, or one changed instance of a repeating one.
struct CalendarEvent: Equatable {
    /// The same in an event and its changed instances.
    let uid: String
    let title: String
    let start: CalendarMoment
    /// When it ends, if it says; it may say how long it takes instead.
    let end: CalendarMoment?
    /// How many seconds it takes, where it says so.
    let duration: Int?
    /// The attendees' names as they are written.
    let attendees: [String]
    let isCancelled: Bool
    /// Whether it leaves its time free.
    let isTransparent: Bool
    /// How it repeats; `nil` also for a rule of a kind that is not read.
    let rule: RecurrenceRule?
    /// Whether it repeats by a rule of a kind that is not read.
    let hasUnreadRule: Bool
    let additions: [CalendarMoment]
    let exclusions: [CalendarMoment]
    /// Of a changed instance: when it would have begun.
    let recurrenceID: CalendarMoment?

    /// Reads a `VEVENT`; `nil` for one that does not say when it is.
    init?(_ component: CalendarComponent) {
        guard component.name == "VEVENT", let start = component.moments("DTSTART").first else { return nil }
        self.start = start
        uid = component.line("UID")?.text ?? ""
        title = TextLine(component.line("SUMMARY")?.text ?? "", limit: 200).text
        end = component.moments("DTEND").first
        duration = component.line("DURATION").flatMap { Self.seconds($0.value) }
        attendees = component.lines.filter { $0.name == "ATTENDEE" }.compactMap { $0.parameter("CN") }
        isCancelled = component.line("STATUS")?.value.uppercased() == "CANCELLED"
        isTransparent = component.line("TRANSP")?.value.uppercased() == "TRANSPARENT"
        rule = component.line("RRULE").flatMap { RecurrenceRule($0.value) }
        hasUnreadRule = rule == nil && component.line("RRULE") != nil
        additions = component.moments("RDATE")
        exclusions = component.moments("EXDATE")
        recurrenceID = component.moments("RECURRENCE-ID").first
    }

    /// Ten years: nothing in a calendar takes longer.
    private static let longestDuration = 3660 * 86_400

    /// Reads a duration such as `PT1H30M`, `P1D` or `P2W`; one that goes backwards is none, and one over ten years is cut to them.
    static func seconds(_ text: String) -> Int? {
        var rest = text[...]
        if rest.hasPrefix("+") { rest.removeFirst() }
        guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
        var isTime = false
        var total = 0
        var digits = ""
        for character in rest {
            switch character {
            case "T" where !isTime && digits.isEmpty: isTime = true
            case "0"..."9" where character.isASCII && digits.count < 9: digits.append(character)
            default:
                let units: [Character: Int] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
                guard let unit = units[character], let number = Int(digits) else { return nil }
                // Nine digits of weeks, added to ten years, are far from what an integer holds.
                total = min(total + number * unit, longestDuration)
                digits = ""
            }
        }
        return digits.isEmpty ? total : nil
    }
}
