import Foundation
import LLMCodable
import LanguageModels
import ScriptedModels
import Synchronization
import Testing

/// The scenarios, played with a scripted model installed as the system's.
@Suite(.timeLimit(.minutes(1))) struct ScenarioTests {
    private struct NoPermission: Error {}

    private static let customer =
        #"{"name":"NAME","encounter":{"type":"orderCoffee","value":"espresso"},"level":3,"#
        + #""attributes":["sassy","tired"],"imageDescription":"a hat"}"#

    @Test(arguments: [(11, "Kenta"), (2, "Naomi"), (0, "Naomi")])
    func contacts(month: Int, name: String) async throws {
        let contacts: @Sendable () throws -> [Contact] = {
            if month == 0 { throw NoPermission() }
            return [Contact(givenName: "Kenta", birthMonth: 11)]
        }
        let model = ScriptedModel(
            .calls([.init("getContacts", #"{"month":\#(max(month, 1))}"#)]),
            .text([Self.customer.replacingOccurrences(of: "NAME", with: name)])
        )
        let customer = try await SystemLanguageModel.withModel(model) { try await generateCustomer(contacts: contacts) }
        #expect(customer.name == name)
        #expect(customer.encounter == .orderCoffee("espresso"))
        #expect(customer.attributes == [.sassy, .tired])
        #expect(model.toolOutputs == [name])
        let definition = try #require(model.requests.first?.enabledToolDefinitions.first)
        #expect(definition.description == "Get a contact born in this month. Today is 21 November 2026")
        #expect(model.requests[0].generationOptions.samplingMode == .random(top: 20))
    }

    @Test(arguments: [
        (["Mia"], "Events with Mia:\nBrunch"),
        (["Mia Mori"], "1 events that day, but none with Mia"),
    ])
    func calendar(attendees: [String], output: String) async throws {
        let asked = Mutex<DateInterval?>(nil)
        let model = ScriptedModel(
            .calls([.init("getCalendarEvents", #"{"day":21,"month":11,"year":2026}"#)]),
            .text(["Hel", "lo"])
        )
        let shown = try await SystemLanguageModel.withModel(model) {
            try await talk(to: "Mia") { interval in
                asked.withLock { $0 = interval }
                return [CalendarEvent(title: "Brunch", start: interval.start, attendees: attendees)]
            }
        }
        #expect(shown == ["Hel", "Hello"])
        #expect(model.toolOutputs == [output])
        #expect(asked.withLock { $0 }?.start == Date(timeIntervalSince1970: 1_795_219_200))
        let definition = try #require(model.requests.first?.enabledToolDefinitions.first)
        #expect(definition.description.hasSuffix("calendar with Mia. Today is 2026-11-21"))
    }

    @Test func search() async throws {
        let model = ScriptedModel(
            .calls([
                .init("searchWeb", #"{"query":"tea","count":2}"#, id: "1"),
                .init("askSource", #"{"source":"news","query":"tea","tags":["new"]}"#, id: "2"),
            ]),
            .text(["There is tea."])
        )
        let result = try await SystemLanguageModel.withModel(model) {
            try await research(
                "Is there tea?",
                tools: [
                    WebSearchTool { query, count in (0..<count).map { ("\(query) \($0)", "https://t.example/\($0)") } },
                    RuntimeSearchTool(name: "askSource", sources: ["news", "books"]),
                ]
            )
        }
        #expect(result.answer == "There is tea.")
        #expect(result.calls.count == 2)
        let found =
            #"{"query":"tea","results":[{"title":"tea 0","url":"https://t.example/0"},"#
            + #"{"title":"tea 1","url":"https://t.example/1"}],"total":2}"#
        #expect(model.toolOutputs == [found, #"news: tea ["new"]"#])
    }

    @Test @MainActor func inventory() async throws {
        let model = ScriptedModel(
            .calls([.init("createInventory", #"{"title":"A4 paper","quantity":10}"#)]),
            .text(["Added."]),
            .calls([.init("getInventoryList", "{}")]),
            .text(["Ten packs of paper."]),
            .calls([.init("deleteInventory", #"{"id":7}"#)])
        )
        let stock = Inventory()
        try await SystemLanguageModel.withModel(model) {
            let assistant = InventoryAssistant(stock)
            let added = try await assistant.ask("Add ten packs of A4 paper")
            #expect(added == "Added.")
            let listed = try await assistant.ask("What is there?")
            #expect(listed == "Ten packs of paper.")
            #expect(assistant.entryCount == 9)
            let deleted = try await assistant.ask("Delete number 7")
            #expect(deleted == nil)
            #expect(assistant.failedTool == "deleteInventory")
            #expect(assistant.entryCount == 9)
            #expect(!assistant.isBusy)
        }
        #expect(await stock.items == [InventoryItem(id: 1, title: "A4 paper", quantity: 10)])
        #expect(model.requests.last?.enabledToolDefinitions.count == 3)
    }

    private static let days =
        #"[{"title":"Gion","activities":[{"kind":"sightseeing","title":"Walk"}]},{"title":"Nara","activities":[]}]"#

    @Test @MainActor func propertyStreaming() async throws {
        let answer =
            #"{"title":"Leaves","destinationName":"Kyoto","description":"Red","days":\#(Self.days),"rating":4.5}"#
        let model = ScriptedModel(.text(answer.map { String($0) }))
        try await SystemLanguageModel.withModel(model) {
            let planner = ItineraryPlanner()
            let itinerary = try await planner.suggest()
            #expect(itinerary.days.map(\.title) == ["Gion", "Nara"])
            #expect(itinerary.days[0].activities == [Activity(kind: .sightseeing, title: "Walk")])
            #expect(planner.itinerary?.rating == 4.5)
            #expect(planner.titles == ["", "L", "Le", "Lea", "Leav", "Leave", "Leaves"])
            #expect(planner.dayIDs.count == 2)
        }
        #expect(model.requests.count == 1)
        #expect(model.requests[0].contextOptions.includeSchemaInPrompt == false)
    }

    @Test func elementStreaming() async throws {
        let model = ScriptedModel(.text(Self.days.map { String($0) }))
        let shown = try await SystemLanguageModel.withModel(model) { try await streamDays() }
        #expect(shown.first == [])
        #expect(shown.contains(["Gion"]))
        #expect(shown.contains(["Gion", "Na"]))
        #expect(shown.last == ["Gion", "Nara"])
    }

    @Test func valuesOutOfText() async throws {
        let one = #"{"title":"Heat","stars":5}"#
        let model = ScriptedModel(
            .text([#"{"elements":[\#(one),"#, #"{"title":"Ran","stars":4}]}"#]),
            .text([one]),
            .text([#"{"confidence":0.75}"#])
        )
        let result = try await SystemLanguageModel.withModel(model) {
            try await readReviews("Heat is great. Ran is good.")
        }
        #expect(result.reviews.map(\.title) == ["Heat", "Ran"])
        #expect(result.first.value == Review(title: "Heat", stars: 5))
        #expect(result.first.method == .selfGrade)
        #expect(result.first.confidence == 0.75)
        // One session for all three, as in the library LLMCodable.
        #expect(model.requests.last?.transcript.count { if case .prompt = $0 { true } else { false } } == 3)
        #expect(result.written == "Review:\n- title: Heat\n- stars: 5")
    }

    @Test func everyFormOfAsking() async throws {
        let session = LanguageModelSession(model: EchoingModel())
        let texts = try await Forms.respondForText(session)
        #expect(texts == Array(repeating: "Greet", count: 9))
        let contents = try await Forms.respondBySchema(session)
        #expect(contents == Array(repeating: "Greet", count: 8))
        let values = try await Forms.respondByType(session)
        #expect(values == Array(repeating: "Greet", count: 8))
        let streamed = try await Forms.stream(session)
        #expect(streamed == Array(repeating: "Greet", count: 16))
    }
}

extension ScriptedModel {
    /// The outputs of the tools for the model, from the last request.
    fileprivate var toolOutputs: [String] {
        requests.last?.transcript.compactMap {
            if case .toolOutput(let output) = $0 { output.segments.text } else { nil }
        } ?? []
    }
}
