public import AgentTools
import CalendarDays
import Foundation
public import LanguageModels
public import StreamingJSON
public import ToolPhrases

/// Lists the events of one day: all, or those that a person with a given name attends, and then only counts all other events.
///
/// If nobody of that name attends an event, those with the name in their title are listed.
public struct GetCalendarEvents: ClientCapableTool {
    /// The attendee and the day.
    @Generable
    public struct Arguments {
        /// The attendee.
        @Guide(description: "Only events with this attendee; the full name as the calendar has it is best")
        public var attendee: String?
        /// The day as a text.
        @Guide(description: "The day as YYYY-MM-DD; default: today")
        public var date: String?
        /// The day of the month.
        @Guide(description: "In place of date: the day of the month, 1 to 31, together with month and year")
        public var day: Int?
        /// The month.
        @Guide(description: "In place of date: the month, 1 to 12")
        public var month: Int?
        /// The year.
        @Guide(description: "In place of date: the year, such as 2026")
        public var year: Int?
    }

    /// `getCalendarEvents`.
    public let name = "getCalendarEvents"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Calendar", .japanese: "カレンダー"] }
    /// The description for the model.
    public let description =
        "Returns the events of one day in the person's calendar, or those of them with an attendee of this name."

    /// `calendar.events`.
    public var artifactTypes: [String] { ["calendar.events"] }
    /// The caller's: a user sees the phone's data, and that of the account only if a scope names the tool.
    public var data: ToolData { .caller }

    private let calendars: EventCalendars?

    /// Makes the tool.
    ///
    /// - Parameter account: The account with the calendars; `nil` leaves the calls to the caller's device.
    public init(account: DAVAccount?) {
        calendars = account.map { EventCalendars($0) }
    }

    /// True without an account.
    public var runsOnClient: Bool { calendars == nil }

    /// True without an account, and for a user who may not see it: the calendar of a phone is its user's, that of the account is not.
    public func runsOnClient(for caller: Caller) -> Bool { runsOnClient || !caller.seesOperatorData(of: name) }

    /// Queries the calendars and returns the answer.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let (agenda, attendee) = try Self.agendaAndAttendee(arguments, caller)
        guard let calendars, caller.seesOperatorData(of: name) else { throw ToolFailure(Self.failureText(caller)) }
        do {
            let answer = AgendaAnswer(try await calendars.fill(agenda), attendee: attendee)
            ToolCallContext.current?.attach(answer.artifact)
            return answer.text(for: caller)
        } catch is UpstreamFailure {
            throw ToolFailure(Self.failureText(caller))
        }
    }

    /// The text for every failure; it does not name the cause.
    private static func failureText(_ caller: Caller) -> String {
        caller.text("Sorry, I can't see your calendar.", "申し訳ありません。カレンダーを確認できません。")
    }

    /// The length limit of an attendee's name, in bytes; no real name is longer.
    private static let longestAttendee = 1000

    /// Returns the empty agenda of the requested day, and the attendee if one is named.
    ///
    /// - Throws: ``ToolFailure`` if the date does not exist or the name is too long.
    private static func agendaAndAttendee(_ arguments: Arguments, _ caller: Caller) throws -> (DayAgenda, String?) {
        let name = arguments.attendee?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let attendee = name.isEmpty ? nil : name
        guard name.utf8.count <= longestAttendee else {
            throw ToolFailure(
                caller.text(
                    "The attendee's name is too long. Use the name alone.",
                    "参加者の名前が長すぎます。名前だけを指定してください。"
                )
            )
        }
        let requested: CalendarDay?
        let text: String
        if let day = arguments.day, let month = arguments.month, let year = arguments.year {
            requested = CalendarDay(year: year, month: month, day: day)
            text = "\(year)-\(month)-\(day)"
        } else if arguments.day != nil || arguments.month != nil || arguments.year != nil {
            throw ToolFailure(caller.text("Set day, month and year together.", "日・月・年はすべて指定してください。"))
        } else if let date = arguments.date {
            requested = CalendarDay(date)
            text = TextLine(date, limit: 40).text
        } else {
            requested = CalendarDay(of: caller)
            text = ""
        }
        guard let day = requested, let agenda = DayAgenda(of: day, in: caller.timeZone) else {
            throw ToolFailure(
                caller.text(
                    "\"\(text)\" is not a date; write it as YYYY-MM-DD.",
                    "「\(text)」という日付はありません。YYYY-MM-DD で指定してください。"
                )
            )
        }
        return (agenda, attendee)
    }
}

extension GetCalendarEvents {
    /// The events of the day; a client may leave out those without the attendee and send their number instead.
    public var clientOutput: JSONValue {
        let time: JSONValue = ["type": "string", "description": "RFC 3339, or YYYY-MM-DD for whole days"]
        return [
            "type": "object", "required": ["events"],
            "properties": [
                "events": [
                    "type": "array", "maxItems": .integer(Self.mostClientEvents),
                    "items": [
                        "type": "object", "required": ["title", "start"],
                        "properties": [
                            "title": ["type": "string"], "start": time, "end": time,
                            "attendees": ["type": "array", "items": ["type": "string"]],
                        ],
                    ],
                ],
                "other_events": ["type": "integer", "minimum": 0],
            ],
        ]
    }

    private static let mostClientEvents = 500

    /// Whether the arguments have a valid date.
    public func canAskClient(with arguments: Arguments) -> Bool {
        (try? Self.agendaAndAttendee(arguments, Caller())) != nil
    }

    /// Filters the client's events by day and name in the same way as those of a server.
    public func text(ofClientOutput output: JSONValue?, arguments: Arguments, for caller: Caller) throws -> String {
        let (agenda, attendee) = try Self.agendaAndAttendee(arguments, caller)
        guard let events = output?["events"]?.arrayValue else { throw ToolFailure(Self.failureText(caller)) }
        var filled = agenda
        for event in events.prefix(Self.mostClientEvents) {
            if let entry = AgendaEntry(clientEvent: event) { filled.add(entry) } else { filled.unread += 1 }
        }
        let more = max(0, output?["other_events"]?.intValue ?? 0)
        return AgendaAnswer(filled, attendee: attendee, further: more).text(for: caller)
    }
}
