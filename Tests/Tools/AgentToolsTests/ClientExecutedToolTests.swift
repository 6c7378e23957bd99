import LanguageModels
import StreamingJSON
import Testing

@testable import AgentTools
@testable import BuiltInTools

/// Tools whose calls a client makes.
@Suite struct ClientExecutedToolTests {
    @Test(
        arguments: [
            (["month": 12], .external), ([:], .external), (["month": 13], .immediate), (["month": 0], .immediate),
        ] as [(JSONValue, ToolExecution)]
    )
    func aClientIsAskedOnlyForAValidMonth(arguments: JSONValue, execution: ToolExecution) throws {
        let tool = FindContacts(account: nil).executedByClient
        let read = try FindContacts.Arguments(GeneratedContent(jsonValue: arguments))
        #expect(tool.execution(for: read) == execution)
    }

    @Test(
        arguments: [
            (["attendee": "A"], .external), (["attendee": "A", "date": "2026-11-24"], .external),
            (["attendee": "A", "day": 24, "month": 11, "year": 2026], .external), (["attendee": " "], .external),
            (["attendee": "A", "date": "2026-02-30"], .immediate), (["attendee": "A", "day": 1], .immediate),
        ] as [(JSONValue, ToolExecution)]
    )
    func aClientIsAskedOnlyForAValidDay(arguments: JSONValue, execution: ToolExecution) throws {
        let tool = GetCalendarEvents(account: nil).executedByClient
        let read = try GetCalendarEvents.Arguments(GeneratedContent(jsonValue: arguments))
        #expect(tool.execution(for: read) == execution)
    }

    @Test func theModelSeesTheSameTool() {
        let base = FindContacts(account: nil)
        let tool = base.executedByClient
        #expect(tool.name == base.name && tool.description == base.description)
        #expect(tool.parameters.jsonValue == base.parameters.jsonValue && tool.deadline == base.deadline)
    }

    @Test func refusedArgumentsDoNotReachTheClient() async throws {
        let tool = FindContacts(account: nil).executedByClient
        let arguments = try FindContacts.Arguments(GeneratedContent(jsonValue: ["month": 13]))
        await #expect(throws: ToolFailure("13 is not a month; use a number from 1 to 12.")) {
            try await tool.call(arguments: arguments)
        }
    }
}
