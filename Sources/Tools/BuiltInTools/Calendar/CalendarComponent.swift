import CalendarDays
import Foundation

/// A component of an iCalendar object: the lines between a `BEGIN` and its `END`.
struct CalendarComponent: Equatable {
    let name: String
    var lines: [ContentLine] = []
    var components: [CalendarComponent] = []

    /// The depth of nested components that is read; in real calendars the deepest are alarms in events.
    private static let depthLimit = 8

    /// The properties that are read; descriptions, places, attachments and conference links are skipped.
    private static let readProperties: Set<String> = [
        "BEGIN", "END", "METHOD", "UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "STATUS", "TRANSP", "ATTENDEE",
        "RRULE",
        "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "TZID", "TZOFFSETFROM", "TZOFFSETTO",
    ]

    /// Returns the calendars in a text.
    ///
    /// A component that is not closed ends with the one around it, or with the text; events outside of a calendar count as one. So one
    /// bad part does not remove the rest.
    static func calendars(in text: [UInt8]) -> [CalendarComponent] {
        var open: [CalendarComponent] = []
        var calendars: [CalendarComponent] = []
        // The components that are skipped because they are too deep.
        var skipped = 0
        func close() {
            guard let last = open.popLast() else { return }
            if !open.isEmpty {
                open[open.count - 1].components.append(last)
            } else if last.name == "VCALENDAR" {
                calendars.append(last)
            } else {
                calendars.append(CalendarComponent(name: "VCALENDAR", components: [last]))
            }
        }
        for line in ContentLine.lines(in: text, where: readProperties.contains) {
            let name = line.value.trimmingCharacters(in: .whitespaces).uppercased()
            switch line.name {
            case "BEGIN":
                // A calendar is in no other component, so all that are open were not closed.
                if name == "VCALENDAR" {
                    while !open.isEmpty { close() }
                    skipped = 0
                }
                if open.count < depthLimit { open.append(CalendarComponent(name: name)) } else { skipped += 1 }
            case "END":
                if skipped > 0 {
                    skipped -= 1
                } else if let index = open.lastIndex(where: { $0.name == name }) {
                    while open.count > index { close() }
                }
            default:
                if !open.isEmpty, skipped == 0 { open[open.count - 1].lines.append(line) }
            }
        }
        while !open.isEmpty { close() }
        return calendars
    }

    /// Returns the first line with a name.
    func line(_ name: String) -> ContentLine? { lines.first { $0.name == name } }

    /// Whether the value of a line is a word, in any letters and with spaces around it.
    func says(_ word: String, in name: String) -> Bool {
        line(name)?.value.trimmingCharacters(in: .whitespaces).uppercased() == word
    }

    /// Returns the moments in all lines with a name.
    func moments(_ name: String) -> [CalendarMoment] { lines.filter { $0.name == name }.flatMap(\.moments) }
}
