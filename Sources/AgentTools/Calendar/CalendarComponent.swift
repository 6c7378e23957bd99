import CalendarDays

/// A component of an iCalendar object: the lines between a `BEGIN` and its `END`.
struct CalendarComponent: Equatable {
    let name: String
    var lines: [ContentLine] = []
    var components: [CalendarComponent] = []

    /// The depth of nested components that is read; in real calendars the deepest are alarms in events.
    private static let depthLimit = 8

    /// The properties that are read; descriptions, places, attachments and conference links are skipped.
    private static let readProperties: Set<String> = [
        "BEGIN", "END", "UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "STATUS", "TRANSP", "ATTENDEE", "RRULE",
        "RDATE",
        "EXDATE", "RECURRENCE-ID", "TZID", "TZOFFSETFROM", "TZOFFSETTO",
    ]

    /// Returns the calendars in a text, without components that are not closed.
    static func calendars(in text: [UInt8]) -> [CalendarComponent] {
        var open: [CalendarComponent] = []
        var calendars: [CalendarComponent] = []
        for line in ContentLine.lines(in: text, where: readProperties.contains) {
            switch line.name {
            case "BEGIN":
                guard open.count < depthLimit else { return calendars }
                open.append(CalendarComponent(name: line.value.uppercased()))
            case "END":
                guard let last = open.popLast(), last.name == line.value.uppercased() else { return calendars }
                if open.isEmpty {
                    if last.name == "VCALENDAR" { calendars.append(last) }
                } else {
                    open[open.count - 1].components.append(last)
                }
            default:
                if !open.isEmpty { open[open.count - 1].lines.append(line) }
            }
        }
        return calendars
    }

    /// Returns the first line with a name.
    func line(_ name: String) -> ContentLine? { lines.first { $0.name == name } }

    /// Returns the moments in all lines with a name.
    func moments(_ name: String) -> [CalendarMoment] { lines.filter { $0.name == name }.flatMap(\.moments) }
}
