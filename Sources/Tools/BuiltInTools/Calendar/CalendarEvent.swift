import AgentTools
import CalendarDays

/// A stored calendar event: a single one, a repeating one, or one changed instance of a repeating one.
struct CalendarEvent: Equatable {
    /// The identifier that an event shares with its changed instances.
    let uid: String
    let title: String
    let start: CalendarMoment
    /// The end, if the event has one; it may have a duration instead.
    let end: CalendarMoment?
    /// The duration in seconds, if the event has one.
    let duration: Int?
    /// The attendees' names as written.
    let attendees: [String]
    var isCancelled: Bool
    /// Whether the event leaves its time free.
    let isTransparent: Bool
    /// The rule by which the event repeats; `nil` also for an unsupported rule.
    let rule: RecurrenceRule?
    /// Whether the event repeats by an unsupported rule, by several, or with exceptions by a rule.
    let hasUnreadRule: Bool
    let additions: [CalendarMoment]
    let exclusions: [CalendarMoment]
    /// The original start of a changed instance.
    let recurrenceID: CalendarMoment?
    /// Whether the change holds for all later instances too (`RANGE=THISANDFUTURE`).
    let changesLater: Bool
    /// Whether the change holds for instances that are not computed: for all earlier ones (`RANGE=THISANDPRIOR`), or from a whole day on.
    let hasUnreadRange: Bool
    /// Whether a time of the event, other than its start, cannot be read.
    let hasUnreadMoments: Bool

    /// Reads a `VEVENT`; `nil` for one without a start that can be read.
    init?(_ component: CalendarComponent) {
        guard component.name == "VEVENT", let start = component.moments("DTSTART").first else { return nil }
        self.start = start
        uid = component.line("UID")?.text ?? ""
        title = TextLine(component.line("SUMMARY")?.text ?? "", limit: 200).text
        end = component.moments("DTEND").first
        duration = component.line("DURATION").flatMap { Self.seconds($0.value) }
        attendees = component.lines.filter { $0.name == "ATTENDEE" }.compactMap { $0.parameter("CN") }
        isCancelled = component.says("CANCELLED", in: "STATUS")
        isTransparent = component.says("TRANSPARENT", in: "TRANSP")
        rule = component.line("RRULE").flatMap { RecurrenceRule($0.value) }
        let rules = component.lines.count { $0.name == "RRULE" }
        hasUnreadRule = rule == nil && rules > 0 || rules > 1 || component.line("EXRULE") != nil
        additions = component.moments("RDATE").map { $0.filled(like: start) }
        exclusions = component.moments("EXDATE").map { $0.filled(like: start) }
        recurrenceID = component.moments("RECURRENCE-ID").first
        let range = component.line("RECURRENCE-ID")?.parameter("RANGE")?.uppercased() ?? ""
        changesLater = range == "THISANDFUTURE" && recurrenceID?.isDay == start.isDay
        hasUnreadRange = !range.isEmpty && recurrenceID != nil && !changesLater
        hasUnreadMoments = component.lines.contains { Self.momentProperties.contains($0.name) && $0.hasUnreadMoment }
    }

    private static let momentProperties: Set<String> = ["DTEND", "DURATION", "RDATE", "EXDATE", "RECURRENCE-ID"]

    /// Ten years, in seconds: longer than any real event.
    private static let longestDuration = 3660 * 86_400

    /// Reads a duration such as `PT1H30M`, `P1D` or `P2W`, up to ten years; `nil` for a negative one.
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
                // No overflow: nine digits of weeks plus ten years fit easily into an integer.
                total = min(total + number * unit, longestDuration)
                digits = ""
            }
        }
        return digits.isEmpty ? total : nil
    }
}

extension CalendarEvent {
    /// The length in seconds, as if the start and the end were by the same clock; a whole day has 86,400.
    var civilLength: Int {
        guard let end else { return duration ?? (start.isDay ? CivilTime.secondsOfDay : 0) }
        if start.isDay { return max(0, end.civil.day.number - start.civil.day.number) * CivilTime.secondsOfDay }
        return max(0, end.civil.seconds - start.civil.seconds)
    }
}
