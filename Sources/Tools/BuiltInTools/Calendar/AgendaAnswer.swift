import AgentTools
import CalendarDays
import Foundation
import LanguageModels
import StreamingJSON

/// The answer about one day: the events with one attendee, and the number of all other events.
struct AgendaAnswer {
    /// The number of events that a list shows at most.
    private static let longestList = 20

    let agenda: DayAgenda
    /// The person whose events are listed; `nil` for all events.
    let attendee: String?
    /// The events with the attendee, in the order of their starts.
    let found: [AgendaEntry]
    /// Whether the events are those whose title has the words of the name, because nobody of that name attends one.
    let isByTitle: Bool
    /// The number of other events, without those that leave their time free.
    let others: Int

    /// Selects the events whose attendee has exactly the name; if there are none, those with an attendee whose name has its words; and if
    /// there are none of these, those whose title has its words, because "dentist" may be either.
    ///
    /// - Parameter further: The number of other events that are not in the agenda.
    init(_ agenda: DayAgenda, attendee: String?, further: Int = 0) {
        self.agenda = agenda
        self.attendee = attendee
        var found = agenda.entries
        var isByTitle = false
        if let attendee {
            found = agenda.entries.filter { $0.isAttended(by: attendee) }
            if found.isEmpty { found = agenda.entries.filter { $0.attendee(withWordsOf: attendee) != nil } }
            if found.isEmpty {
                found = agenda.entries.filter { $0.isTitled(withWordsOf: attendee) }
                isByTitle = !found.isEmpty
            }
            let free = found.count { !$0.isTransparent }
            others = agenda.entries.count { !$0.isTransparent } - free + min(further, 10_000)
        } else {
            others = min(further, 10_000)
        }
        self.isByTitle = isByTitle
        self.found = found.sorted { Self.order($0) < Self.order($1) }
    }

    private static func order(_ entry: AgendaEntry) -> (Int, String) {
        switch entry.span {
        case .days: (.min, entry.title)
        case .seconds(let seconds): (seconds.lowerBound, entry.title)
        }
    }

    /// The answer in the caller's language; titles were written by others, so they are between the fences of ``UntrustedText``.
    func text(for caller: Caller) -> String {
        guard !found.isEmpty else { return ([textOfNone(for: caller)] + notes(for: caller)).joined(separator: "\n") }
        let day = agenda.day.text
        let head =
            if let name, isByTitle {
                caller.text("Events with “\(name)” in the title on \(day):", "\(day) の「\(name)」を含む予定:")
            } else if let name {
                caller.text("Events with \(name) on \(day):", "\(day) の\(name)さんとの予定:")
            } else {
                caller.text("Events on \(day):", "\(day) の予定:")
            }
        let lines = found.prefix(Self.longestList)
            .map { "\(start(of: $0, caller)): \(title(of: $0, caller))\(person(of: $0))" }
        let list = UntrustedText.quoted(lines.joined(separator: "\n"), from: "titles in a calendar")
        let tail = unlisted > 0 ? [caller.text("… and \(unlisted) more.", "…ほか\(unlisted)件。")] : []
        return ([head, list] + tail + notes(for: caller)).joined(separator: "\n")
    }

    private var name: String? { attendee.map { TextLine($0, limit: 80).text } }

    /// The attendee's name in the calendar, if it is not the name that was asked for.
    private func person(of entry: AgendaEntry) -> String {
        guard let attendee, !entry.isAttended(by: attendee), let other = entry.attendee(withWordsOf: attendee) else {
            return ""
        }
        return " (\(TextLine(other, limit: 80).text))"
    }

    /// The number of events with the attendee beyond the end of the list.
    private var unlisted: Int { found.count - min(found.count, Self.longestList) }

    private func textOfNone(for caller: Caller) -> String {
        let day = agenda.day.text
        guard others > 0 else { return caller.text("There are no events on \(day).", "\(day) の予定はありません。") }
        let count = caller.text(others == 1 ? "There is 1 event" : "There are \(others) events", "予定は\(others)件")
        guard let name else { return caller.text("\(count) on \(day).", "\(day) の\(count)あります。") }
        return caller.text(
            "\(count) on \(day), but none with \(name).",
            "\(day) の\(count)ありますが、\(name)さんとの予定はありません。"
        )
    }

    /// Sentences about events that the answer may lack.
    private func notes(for caller: Caller) -> [String] {
        let notes: [(count: Int, text: (Int) -> String)] = [
            (
                agenda.tooCostly,
                {
                    caller.text(
                        "Left out because they take too long to compute: \($0) of the calendar's events.",
                        "計算に時間がかかりすぎるため、カレンダーの予定のうち\($0)件を除いています。"
                    )
                }
            ),
            (
                agenda.unread,
                {
                    caller.text(
                        "Left out, or not in full, because they cannot be read: \($0) of the calendar's events.",
                        "読み取れない予定が\($0)件あり、除いたか一部だけを含めています。"
                    )
                }
            ),
            (
                agenda.guessed,
                {
                    caller.text(
                        "The time zone of \($0) of the events is not known, so their times may be wrong.",
                        "タイムゾーンが不明な予定が\($0)件あり、時刻が正しくない可能性があります。"
                    )
                }
            ),
            (
                agenda.unansweredCalendars,
                {
                    caller.text(
                        "Calendars that could not be read in full: \($0).",
                        "全部は読み取れなかったカレンダーが\($0)個あります。"
                    )
                }
            ),
            (
                agenda.unaskedCalendars,
                {
                    caller.text(
                        "Only \(DAVDiscovery.collectionLimit) of the account's calendars were read; there are \($0) more.",
                        "アカウントのカレンダーのうち\(DAVDiscovery.collectionLimit)個だけを読み取りました。ほかに\($0)個あります。"
                    )
                }
            ),
            (
                agenda.beyondLimit,
                {
                    caller.text(
                        "Only \(agenda.entries.count) events of the day were checked; there are \($0) more.",
                        "この日の予定のうち\(agenda.entries.count)件だけを調べました。ほかに\($0)件あります。"
                    )
                }
            ),
        ]
        return notes.filter { $0.count > 0 }.map { $0.text($0.count) }
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
        var content: JSONObject = [
            "date": .string(agenda.day.text), "events": .array(events),
            "more_events": .integer(unlisted), "other_events": .integer(others),
        ]
        if let attendee { content["attendee"] = .string(UntrustedText.neutralized(attendee)) }
        let unread = agenda.tooCostly + agenda.unread + agenda.unansweredCalendars + agenda.unaskedCalendars
        if unread > 0 { content["unread"] = .integer(unread) }
        return ToolArtifact(type: "calendar.events", content: GeneratedContent(jsonValue: .object(content)))
    }

    private static func iso(_ second: Int) -> String {
        Date(timeIntervalSince1970: Double(second)).ISO8601Format()
    }
}
