import Foundation
import LLMCodable
import LanguageModels
import StandIns
import StreamingJSON
import Synchronization
import Testing
import ToriiClient
import ToriiModels

@testable import AgentServer
@testable import ToriiApp

/// Sessions whose model is a whole server.
@Suite(.timeLimit(.minutes(2))) struct SessionModelTests {
    struct FindPeople: Tool {
        let name = "findPeople"
        let description = "Finds the people who are born in a month"

        @Generable struct Arguments { var month: Int }

        func call(arguments: Arguments) async throws -> String { "Naomi in \(arguments.month)" }
    }

    /// Calls a tool of the server and one of the session at once, and then answers with their outputs.
    private static let mixed: OpenAIStandIn.Script = { request in
        guard request.lastUserText == "go" else { return .text("Noted.") }
        guard request.toolOutputs.isEmpty else { return .text(request.toolOutputs.map(\.text).joined(separator: "|")) }
        return .toolCalls([
            ScriptedToolCall("getInventoryList", arguments: "{}", id: "server"),
            ScriptedToolCall("findPeople", arguments: #"{"month":5}"#, id: "client"),
        ])
    }

    @Test func aSessionHasToolsOfBothSides() async throws {
        try await ClientServer.with(Self.mixed) { client in
            _ = try await client.torii.callTool(ToolCallRequest(tool: "createInventory", arguments: ["title": "lamp"]))
            let session = LanguageModelSession(
                model: ToriiLanguageModel(client.torii),
                tools: [FindPeople()],
                instructions: "Be brief."
            )
            let response = try await session.respond(to: "go")
            #expect(response.content.contains("lamp"))
            #expect(response.content.hasSuffix("Naomi in 5"))
            #expect(response.usage.output.totalTokenCount > 0)
            // The next turn knows the calls of the server's tools, which the transcript does not have.
            _ = try await session.respond(to: "and now?")
            let asked = try JSONValue(parsing: try #require(client.standIn.requests.last).body)
            let outputs = (asked["messages"]?.arrayValue ?? []).filter { $0["role"] == "tool" }
            #expect(outputs.count == 2)
            #expect(outputs.contains { $0["content"]?.stringValue?.contains("lamp") == true })
            #expect(asked["messages"]?.serialized().contains("Be brief.") == true)
        }
    }

    @Test func anApprovalOfTheServerIsAskedFor() async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else { return .text("Done: \(request.toolOutputs[0].text)") }
            return .toolCalls([ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#)])
        }
        try await ClientServer.with(script) { client in
            _ = try await client.torii.callTool(ToolCallRequest(tool: "createInventory", arguments: ["title": "lamp"]))
            let asked = Recorder<String>()
            let model = ToriiLanguageModel(
                client.torii,
                approve: { action in
                    asked.append(action.text)
                    return .approve
                }
            )
            let response = try await LanguageModelSession(model: model).respond(to: "Delete the lamp")
            #expect(response.content.hasPrefix("Done: Deleted"))
            #expect(asked.elements.count == 1)
            #expect(asked.elements.first?.contains("lamp") == true)
        }
    }

    @Test func aStreamGrowsAndItsCancellationCancelsTheRun() async throws {
        let gate = StandInGate()
        defer { gate.open() }
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.token("One"), .wait(.gate(gate)), .token(" more")]) }
        try await ClientServer.with(script) { client in
            let session = LanguageModelSession(model: ToriiLanguageModel(client.torii))
            let (arrivals, arrived) = AsyncStream<String>.makeStream()
            let reading = Task {
                for try await snapshot in session.streamResponse(to: "go") { arrived.yield(snapshot.content) }
            }
            var texts = arrivals.makeAsyncIterator()
            #expect(await texts.next() == "One")
            let run = try #require(try await client.torii.runs().runs.first?.id)
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            // The loop ends at once, and its run soon after.
            #expect(await client.end(of: run)?.cancelReason == .requested)
        }
    }

    @Test func failuresHaveTheSessionsNames() async throws {
        let full = OpenAIStandIn.failure(400)
        try await ClientServer.with({ _ in .failure(full) }) { client in
            let session = LanguageModelSession(model: ToriiLanguageModel(client.torii))
            let error = await #expect(throws: ToriiError.self) { try await session.respond(to: "go") }
            #expect(error?.problem?.kind == .invalidRequest)
            // So that the request is not repeated, which would find the same run.
            #expect(error?.problem?.run != nil)
            let unknown = LanguageModelSession(model: ToriiLanguageModel(client.torii, model: "openai:none"))
            let missing = await #expect(throws: ToriiError.self) { try await unknown.respond(to: "go") }
            #expect(missing?.problem?.kind == .notFound)
            #expect(session.transcript.isEmpty)
        }
    }
}

/// The scenarios that are written as for Apple's framework, with a whole server as the system's model.
@Suite(.timeLimit(.minutes(2))) struct ServerScenarioTests {
    private struct NoPermission: Error {}

    /// Runs a scenario; the server's model plays the rounds.
    private static func play<Result>(
        _ rounds: ScriptedReply...,
        withoutServerTools: Bool = false,
        scenario: (ClientServer) async throws -> Result
    ) async throws -> Result {
        let left = Mutex(rounds)
        var result: Result?
        let script: OpenAIStandIn.Script = { _ in
            left.withLock { $0.isEmpty ? .text("The script has ended.") : $0.removeFirst() }
        }
        try await ClientServer.with(script) { client in
            let model = ToriiLanguageModel(client.torii, serverTools: withoutServerTools ? [] : nil)
            result = try await SystemLanguageModel.withModel(model) { try await scenario(client) }
        }
        return try #require(result)
    }

    /// The outputs of tools in the last request to the server's model.
    private static func toolOutputs(_ client: ClientServer) throws -> [String] {
        let body = try JSONValue(parsing: try #require(client.standIn.requests.last).body)
        return (body["messages"]?.arrayValue ?? []).filter { $0["role"] == "tool" }
            .compactMap { $0["content"]?.stringValue }
    }

    private static let customer =
        #"{"name":"NAME","encounter":{"type":"orderCoffee","value":"espresso"},"level":3,"#
        + #""attributes":["sassy","tired"],"imageDescription":"a hat"}"#

    @Test(arguments: [(11, "Kenta"), (2, "Naomi"), (0, "Naomi")])
    func contacts(month: Int, name: String) async throws {
        let contacts: @Sendable () throws -> [Contact] = {
            if month == 0 { throw NoPermission() }
            return [Contact(givenName: "Kenta", birthMonth: 11)]
        }
        let customer = try await Self.play(
            .toolCalls([ScriptedToolCall("getContacts", arguments: #"{"month":\#(max(month, 1))}"#)]),
            .text(Self.customer.replacingOccurrences(of: "NAME", with: name))
        ) { client in
            let customer = try await generateCustomer(contacts: contacts)
            #expect(try Self.toolOutputs(client) == [name])
            return customer
        }
        #expect(customer.name == name)
        #expect(customer.encounter == .orderCoffee("espresso"))
        #expect(customer.attributes == [.sassy, .tired])
    }

    /// The tool has the name of one of the server's, which it replaces.
    @Test(arguments: [
        (["Mia"], "Events with Mia:\nBrunch"),
        (["Mia Mori"], "1 events that day, but none with Mia"),
    ])
    func calendar(attendees: [String], output: String) async throws {
        let shown = try await Self.play(
            .toolCalls([ScriptedToolCall("getCalendarEvents", arguments: #"{"day":21,"month":11,"year":2026}"#)]),
            .tokens(["Hel", "lo"])
        ) { client in
            let shown = try await talk(to: "Mia") { interval in
                [CalendarEvent(title: "Brunch", start: interval.start, attendees: attendees)]
            }
            #expect(try Self.toolOutputs(client) == [output])
            return shown
        }
        #expect(shown.last == "Hello")
        #expect(shown.allSatisfy { "Hello".hasPrefix($0) })
    }

    @Test func search() async throws {
        let result = try await Self.play(
            .toolCalls([
                ScriptedToolCall("searchWeb", arguments: #"{"query":"tea","count":2}"#, id: "1"),
                ScriptedToolCall("askSource", arguments: #"{"source":"news","query":"tea","tags":["new"]}"#, id: "2"),
            ]),
            .text("There is tea.")
        ) { client in
            let result = try await research(
                "Is there tea?",
                tools: [
                    WebSearchTool { query, count in (0..<count).map { ("\(query) \($0)", "https://t.example/\($0)") } },
                    RuntimeSearchTool(name: "askSource", sources: ["news", "books"]),
                ]
            )
            let outputs = try Self.toolOutputs(client)
            #expect(outputs.first?.contains(#""total":2"#) == true)
            #expect(outputs.last == #"news: tea ["new"]"#)
            return result
        }
        #expect(result.answer == "There is tea.")
        #expect(result.calls.count == 2)
    }

    @Test @MainActor func inventory() async throws {
        let stock = Inventory()
        try await Self.play(
            .toolCalls([ScriptedToolCall("createInventory", arguments: #"{"title":"A4 paper","quantity":10}"#)]),
            .text("Added."),
            .toolCalls([ScriptedToolCall("getInventoryList", arguments: "{}")]),
            .text("Ten packs of paper."),
            .toolCalls([ScriptedToolCall("deleteInventory", arguments: #"{"id":7}"#)])
        ) { _ in
            let assistant = InventoryAssistant(stock)
            let added = try await assistant.ask("Add ten packs of A4 paper")
            #expect(added == "Added.")
            let listed = try await assistant.ask("What is there?")
            #expect(listed == "Ten packs of paper.")
            let deleted = try await assistant.ask("Delete number 7")
            #expect(deleted == nil)
            #expect(assistant.failedTool == "deleteInventory")
            #expect(!assistant.isBusy)
        }
        #expect(await stock.items == [InventoryItem(id: 1, title: "A4 paper", quantity: 10)])
    }

    private static let days =
        #"[{"title":"Gion","activities":[{"kind":"sightseeing","title":"Walk"}]},{"title":"Nara","activities":[]}]"#

    @Test @MainActor func propertyStreaming() async throws {
        let answer =
            #"{"title":"Leaves","destinationName":"Kyoto","description":"Red","days":\#(Self.days),"rating":4.5}"#
        try await Self.play(.tokens(answer.map { String($0) }), withoutServerTools: true) { _ in
            let planner = ItineraryPlanner()
            let itinerary = try await planner.suggest()
            #expect(itinerary.days.map(\.title) == ["Gion", "Nara"])
            #expect(itinerary.days[0].activities == [Activity(kind: .sightseeing, title: "Walk")])
            #expect(planner.itinerary?.rating == 4.5)
            // The pieces depend on how many tokens arrive together.
            #expect(planner.titles.allSatisfy { "Leaves".hasPrefix($0) })
            #expect(planner.titles.last == "Leaves")
            #expect(planner.dayIDs.count == 2)
        }
    }

    @Test func elementStreaming() async throws {
        // The server's provider asks for an object around the list.
        let shown = try await Self.play(.text(#"{"value":\#(Self.days)}"#), withoutServerTools: true) { _ in
            try await streamDays()
        }
        #expect(shown.last == ["Gion", "Nara"])
    }

    @Test func valuesOutOfText() async throws {
        let one = #"{"title":"Heat","stars":5}"#
        let result = try await Self.play(
            .text(#"{"elements":[\#(one),{"title":"Ran","stars":4}]}"#),
            .text(one),
            .text(#"{"confidence":0.75}"#)
        ) { _ in
            try await readReviews("Heat is great. Ran is good.")
        }
        #expect(result.reviews.map(\.title) == ["Heat", "Ran"])
        #expect(result.first.value == Review(title: "Heat", stars: 5))
        #expect(result.first.confidence == 0.75)
        #expect(result.written == "Review:\n- title: Heat\n- stars: 5")
    }
}
