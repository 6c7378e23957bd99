import AssistantSchemas
import ToolPhrases
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The look-ups of the built-in model before an intent, without a device.
struct IntentStepsTests {
    private static func next(
        _ intent: String,
        _ arguments: JSONObject,
        _ made: [CallPreparation.Call] = []
    ) throws -> CallPreparation.Step {
        let schema = try #require(SchemaCatalog.current.intent(intent))
        let situation = CallPreparation.Situation(
            language: .english,
            now: "2026-11-26T10:00:00+09:00",
            timeZone: "Asia/Tokyo"
        )
        return IntentSteps(schema, SchemaRefinements(), situation).next(arguments, made)
    }

    private static func suggested(_ titles: String...) -> CallPreparation.Call {
        let entities = titles.map { title -> JSONValue in
            ["type": "calendar.calendar", "id": .string("c-" + title), "display": ["title": .string(title)]]
        }
        let answer = DeviceAnswer(
            head: ["status": "answered"],
            data: entities.isEmpty ? [:] : ["entities": .array(entities)]
        )
        return CallPreparation.Call(tool: "calendar_calendar_find", arguments: [:], output: answer.text)
    }

    private static let lunch: JSONObject = ["title": "Lunch", "startDate.day": "2026-11-27", "startDate.hour": 12]

    @Test func theOnlyThingOfAKindNeedsNoName() throws {
        guard case .calls(let queries) = try Self.next("calendar.createEvent", Self.lunch) else {
            Issue.record("no query")
            return
        }
        #expect(queries.map(\.tool) == ["calendar_calendar_find"] && queries.map(\.arguments) == [[:]])
        guard case .calls(let calls) = try Self.next("calendar.createEvent", Self.lunch, [Self.suggested("Home")])
        else {
            Issue.record("no call")
            return
        }
        #expect(calls.map(\.tool) == ["calendar_createEvent"])
        #expect(calls.first?.arguments["calendar"] == ["type": "calendar.calendar", "id": "c-Home"])
        #expect(calls.first?.arguments["title"] == "Lunch")
    }

    @Test func ofSeveralThingsThePersonChooses() throws {
        let step = try Self.next("calendar.createEvent", Self.lunch, [Self.suggested("Home", "Work")])
        guard case .ask(let text, "calendar", takesWords: true) = step else {
            Issue.record("no question: \(step)")
            return
        }
        #expect(text.contains("Which one") && text.contains("- Home") && text.contains("- Work"))
    }

    /// The person is asked for what has no words at all before anything is looked up.
    @Test func theQuestionIsAboutWhatIsMissing() throws {
        let refused = CallPreparation.Call(tool: "calendar_calendar_find", arguments: [:], output: "Nothing was done.")
        for (arguments, made, question) in [
            ([:], [], "What should it be called?"), (["title": "Lunch"], [], "When does it start?"),
            (["title": "Lunch", "startDate.hour": 25], [], "When does it start?"),
            (Self.lunch, [Self.suggested()], "Which calendar?"), (Self.lunch, [refused], "Which calendar?"),
        ] as [(JSONObject, [CallPreparation.Call], String)] {
            guard case .ask(let text, _, _) = try Self.next("calendar.createEvent", arguments, made) else {
                Issue.record("not asked: \(question)")
                continue
            }
            #expect(text == question)
        }
    }
}
