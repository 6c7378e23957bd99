import StreamingJSON
import Testing

@testable import Phrasebook

/// Readings of single words and values if no phrase matches as a whole.
@Suite struct SecondStageTests {
    @Test(arguments: [
        ("What will the weather be like in Rome tomorrow?", #"getCurrentWeather {"days":2,"city":"Rome"}"#),
        ("Compare Paris and London, which is colder?", #"getCurrentWeather {"city":"Paris"}"#),
        ("明日の天気、札幌は？", #"getCurrentWeather {"#),
        ("birthdays of my friends, November please", #"findContacts {"month":11}"#),
        ("am I losing weight?", #"fetchHealthData {"type":"weight_body_mass"}"#),
        ("最近痩せた？", #"fetchHealthData {"type":"weight_body_mass"}"#),
    ])
    func evidence(message: String, call: String) throws {
        let calls = try PhraseReading.calls(for: message)
        #expect(calls.first?.hasPrefix(call.prefix(20)) == true, "\(calls)")
    }

    @Test(
        "Nothing personal is sent to the web unasked",
        arguments: [
            "What is its quantity?", "what is my password", "who are my friends", "それは何ですか", "where is my umbrella",
        ]
    )
    func personal(message: String) throws {
        #expect(try PhraseReading.calls(for: message).filter { $0.hasPrefix("searchWeb") } == [])
    }

    @Test(
        "What cannot be told apart from noise leads to no call",
        arguments: [
            "asdfgh", "I'm bored", "text Alice that I am late", "母に電話して", "play some music", "7時にアラームをセットして", "？",
            "クッキーはいただけますか",
        ]
    )
    func noise(message: String) throws {
        #expect(try PhraseReading.calls(for: message) == [])
    }

    @Test("A follow-up about an item just created refers to it")
    func referents() throws {
        let made = Turn(
            prompt: "Create an item called Stapler",
            calls: [
                .init(
                    tool: "createInventory",
                    arguments: ["title": "Stapler"],
                    output: "Created:\nID: 1 - Stapler (updated: 2026-11-21)"
                )
            ]
        )
        let understanding = try PhraseReading.understanding(of: [made, Turn(prompt: "What is its quantity?")])
        #expect(understanding.calls.map(\.call.tool) == ["getInventory"])
        #expect(understanding.calls.first?.call.arguments["id"] == 1)
    }

    @Test(arguments: [
        ("lsit all items", "list all items"), ("wether in london", "weather in london"), ("delte it", "delete it"),
        ("Marsh in may", nil), ("show items", nil),
    ])
    func spelling(message: String, corrected: String?) {
        #expect(Spelling.corrected(message) { _ in false } == corrected)
    }

    @Test("A tool that this client may not call is named as the reason")
    func closedTools() throws {
        let isEnabled = { (tool: ToolPhrases) in tool.tool == "getInventoryList" }
        let phrases = try PhraseReading.phrases.get()
        let planner = Planner(phrases: phrases, today: PhraseReading.today, language: nil, isEnabled: isEnabled)
        let understanding = planner.understanding(of: [Turn(prompt: "Delete item 3")])
        let answer = AnswerWriter(phrases: phrases, isEnabled: isEnabled).answerWithoutCalls(to: understanding)
        #expect(answer.contains("this app may not use deleteInventory"))
        #expect(answer.contains("tools:deleteInventory"))
    }

    @Test("A miss suggests at most three things, the fitting ones first")
    func suggestions() throws {
        let phrases = try PhraseReading.phrases.get()
        let writer = AnswerWriter(phrases: phrases) { _ in true }
        let understanding = try PhraseReading.understanding(of: ["sing about the weather of the seas"])
        let lines = writer.answerWithoutCalls(to: understanding).split(separator: "\n")
        #expect(lines.count <= 4)
    }
}
