import Foundation
import LanguageModels

/// An entry of the calendar.
struct CalendarEvent {
    var title: String
    var start: Date
    var attendees: [String]
}

/// A tool that reads the events shared with one person; the tool fixes the person, so the model cannot choose another.
struct CalendarTool: Tool {
    let name = "getCalendarEvents"
    let description: String
    let contactName: String
    let events: @Sendable (DateInterval) throws -> [CalendarEvent]

    init(contactName: String, events: @escaping @Sendable (DateInterval) throws -> [CalendarEvent]) {
        self.contactName = contactName
        self.events = events
        description = """
            Get an event from the player's calendar with \(contactName). \
            Today is \(Date(timeIntervalSince1970: 1_795_219_200).formatted(.iso8601.year().month().day()))
            """
    }

    @Generable
    struct Arguments {
        let day: Int
        let month: Int
        let year: Int
    }

    func call(arguments: Arguments) async -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let day = DateComponents(year: arguments.year, month: arguments.month, day: arguments.day)
        guard let start = calendar.date(from: day), let end = calendar.date(byAdding: .day, value: 1, to: start) else {
            return "There is no such day"
        }
        do {
            let planned = try events(DateInterval(start: start, end: end))
            let shared = planned.filter { $0.attendees.contains(contactName) }
            guard !shared.isEmpty else { return "\(planned.count) events that day, but none with \(contactName)" }
            return "Events with \(contactName):\n" + shared.map(\.title).joined(separator: "\n")
        } catch {
            return "The calendar cannot be read"
        }
    }
}

/// A conversation whose answer grows on the screen.
func talk(
    to person: String,
    events: @escaping @Sendable (DateInterval) throws -> [CalendarEvent]
) async throws
    -> [String]
{
    let session = LanguageModelSession(tools: [CalendarTool(contactName: person, events: events)]) {
        "You are \(person), and you are waiting for coffee."
        if !person.isEmpty {
            "Talk about what you have planned together today."
        }
    }
    session.prewarm(promptPrefix: Prompt("Say"))
    var shown: [String] = []
    for try await partial in session.streamResponse(to: "Say hello", options: .init(maximumResponseTokens: 100)) {
        shown.append(partial.content)
    }
    return shown
}
