import CalendarDays
import Foundation
import LanguageModels
import StreamingJSON

/// The answer about one day: the events with one attendee, and the number of all other events.
struct AgendaAnswer {
    /// The number of events that a list shows at most.
    private static let longestList = 20

    let agenda: DayAgenda
    let attendee: String
    /// The events with the attendee, in the order of their starts.
    let found: [AgendaEntry]
    /// The number of other events, without those that leave their time free.
    let others: Int

    /// - Parameter further: The number of other events that are not in the agenda.
    init(_ agenda: DayAgenda, attendee: String, further: Int = 0) {
        self.agenda = agenda
        self.attendee = attendee
        found = agenda.entries.filter { $0.isAttended(by: attendee) }.sorted { Self.order($0) < Self.order($1) }
        others = agenda.entries.count { !$0.isAttended(by: attendee) && !$0.isTransparent } + min(further, 10_000)
    }

    private static func order(_ entry: AgendaEntry) -> (Int, String) {
        switch entry.span {
        case .days: (.min, entry.title)
        case .seconds(let seconds): (seconds.lowerBound, entry.title)
        }
    }

    /// The answer in the caller's language; titles were written by others, so they are between the fences of ``UntrustedText``.
    func text(for caller: Caller) -> String {
        let day = agenda.day.text
        let name = TextLine(attendee, limit: 80).text
        guard !found.isEmpty else {
            return ([textOfNone(with: name, for: caller)] + notes(for: caller)).joined(separator: "\n")
        }
        let head = caller.text("Events with \(name) on \(day):", "\(day) の\(name)さんとの予定:")
        let lines = found.prefix(Self.longestList).map { "\(start(of: $0, caller)): \(title(of: $0, caller))" }
        let list = UntrustedText.quoted(lines.joined(separator: "\n"), from: "titles in a calendar")
        let tail = unlisted > 0 ? [caller.text("… and \(unlisted) more.", "…ほか\(unlisted)件。")] : []
        return ([head, list] + tail + notes(for: caller)).joined(separator: "\n")
    }

    /// The number of events with the attendee beyond the end of the list.
    private var unlisted: Int { found.count - min(found.count, Self.longestList) }

    private func textOfNone(with name: String, for caller: Caller) -> String {
        let day = agenda.day.text
        return switch others {
        case 0: caller.text("There are no events on \(day).", "\(day) の予定はありません。")
        case 1:
            caller.text(
                "There is 1 event on \(day), but none with \(name).",
                "\(day) の予定は1件ありますが、\(name)さんとの予定はありません。"
            )
        default:
            caller.text(
                "There are \(others) events on \(day), but none with \(name).",
                "\(day) の予定は\(others)件ありますが、\(name)さんとの予定はありません。"
            )
        }
    }

    /// Sentences about events that the answer may lack.
    private func notes(for caller: Caller) -> [String] {
        var notes: [String] = []
        if agenda.tooCostly > 0 {
            notes.append(
                caller.text(
                    "Left out because they take too long to compute: \(agenda.tooCostly) of the calendar's events.",
                    "計算に時間がかかりすぎるため、カレンダーの予定のうち\(agenda.tooCostly)件を除いています。"
                )
            )
        }
        if agenda.beyondLimit > 0 {
            notes.append(
                caller.text(
                    "Only \(agenda.entries.count) events of the day were checked; there are \(agenda.beyondLimit) more.",
                    "この日の予定のうち\(agenda.entries.count)件だけを調べました。ほかに\(agenda.beyondLimit)件あります。"
                )
            )
        }
        return notes
    }

    private func title(of entry: AgendaEntry, _ caller: Caller) -> String {
        entry.title.isEmpty ? caller.text("(no title)", "（無題）") : entry.title
    }

    /// The time at which an event starts, by the caller's clock; with the date if that is another day.
    private func start(of entry: AgendaEntry, _ caller: Caller) -> String {
        switch entry.span {
        case .days: return caller.text("all day", "終日")
        case .seconds(let seconds):
            let local = local(seconds.lowerBound)
            let (hour, minute) = (local.secondOfDay / 3600, local.secondOfDay / 60 % 60)
            let clock = (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
            return local.day == agenda.day ? clock : "\(local.day.text) \(clock)"
        }
    }

    private func local(_ second: Int) -> CivilTime {
        CivilTime(second + agenda.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }

    /// The events with the attendee, as data that a client can display.
    var artifact: ToolArtifact {
        let events = found.prefix(Self.longestList).map { entry -> JSONValue in
            var event: JSONObject = ["title": .string(entry.title)]
            switch entry.span {
            case .days(let days):
                event["all_day"] = true
                event["start"] = .string(days.lowerBound.text)
                event["end"] = .string(days.upperBound.text)
            case .seconds(let seconds):
                event["all_day"] = false
                event["start"] = .string(Self.iso(seconds.lowerBound))
                event["end"] = .string(Self.iso(seconds.upperBound))
            }
            return .object(event)
        }
        let content: JSONValue = [
            "date": .string(agenda.day.text), "attendee": .string(UntrustedText.neutralized(attendee)),
            "events": .array(events),
            "more_events": .integer(unlisted), "other_events": .integer(others),
        ]
        return ToolArtifact(type: "calendar.events", content: GeneratedContent(jsonValue: content))
    }

    private static func iso(_ second: Int) -> String {
        Date(timeIntervalSince1970: Double(second)).ISO8601Format()
    }
}
