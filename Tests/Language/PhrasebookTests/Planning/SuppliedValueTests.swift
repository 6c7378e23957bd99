import StreamingJSON
import Testing

@testable import AgentTools
@testable import Phrasebook

/// Messages after a question for a missing value, among the tools of the server.
@Suite struct SuppliedValueTests {
    private static let album = ToolPhrases(
        tool: "createAlbum",
        examples: [.english: "Create an album", .japanese: "アルバムを作って"],
        phrases: .english("create [new] photo album [called {name:name}]") + .japanese("アルバムを作って")
    )
    private static let opening = ToolPhrases(
        tool: "openAlbum",
        effect: .reads,
        examples: [.english: "Open the Summer album"],
        phrases: .english("open {target:name} album")
    )
    private static let timer = ToolPhrases(
        tool: "setTimer",
        examples: [.english: "Set a timer for 5 minutes"],
        phrases: .english("set timer [(for|of) {minutes:number} minutes]", "set timer {minutes:number} minutes")
            + .japanese("{minutes:number}分のタイマーをセットして", "タイマーをセットして")
    )

    private static let phrases = Result { try CompiledPhrases(PhraseReading.tools + [album, opening, timer]) }

    private static func asking(
        _ question: String,
        _ argument: String,
        takesWords: Bool,
        _ tool: String
    ) -> CallPreparation {
        CallPreparation { arguments, _, _ in
            guard arguments[argument] != nil else {
                return .ask(question, argument: argument, takesWords: takesWords)
            }
            return .calls([.init(tool: tool, arguments: arguments)])
        }
    }

    /// Returns the calls for the last of some messages, to each of which the model has answered.
    private static func calls(_ messages: [String]) throws -> [String] {
        var planner = Planner(phrases: try phrases.get(), today: PhraseReading.today, language: nil) { _ in true }
        planner.preparations = [
            "createAlbum": asking("What is its name?", "name", takesWords: true, "createAlbum"),
            "setTimer": asking("For how many minutes?", "minutes", takesWords: false, "setTimer"),
            "openAlbum": CallPreparation { arguments, _, _ in .calls([.init(tool: "openAlbum", arguments: arguments)])
            },
        ]
        var turns: [Turn] = []
        for message in messages.dropLast() {
            var turn = Turn(prompt: message)
            let execution = planner.execution(of: planner.understanding(of: turns + [turn]), made: [])
            if case .request(let question, _, _)? = execution.tracks.first?.step { turn.answer = question }
            turns.append(turn)
        }
        turns.append(Turn(prompt: messages.last ?? ""))
        return planner.execution(of: planner.understanding(of: turns), made: []).pending.map { "\($0.tool) \($0.json)" }
    }

    @Test(arguments: [
        (["Create a photo album", "Summer"], #"createAlbum {"name":"Summer"}"#),
        (["Create a photo album", "Call Tom later"], #"createAlbum {"name":"Call Tom later"}"#),
        (["Create a photo album", "\"Why?\""], #"createAlbum {"name":"Why?"}"#),
        (["Create a photo album", "“Cancel”"], #"createAlbum {"name":"Cancel"}"#),
        // Days and names alone ask for nothing.
        (["Create a photo album", "tomorrow at 7 pm"], #"createAlbum {"name":"tomorrow at 7 pm"}"#),
        (["Create a photo album", "Paris"], #"createAlbum {"name":"Paris"}"#),
        (["Create a photo album", "Team dinner"], #"createAlbum {"name":"Team dinner"}"#),
        (["Create a photo album", "tomorrow"], #"createAlbum {"name":"tomorrow"}"#),
        (["アルバムを作って", "明日の19時"], #"createAlbum {"name":"明日の19時"}"#),
        (["アルバムを作って", "夏の旅行"], #"createAlbum {"name":"夏の旅行"}"#),
        (["Set a timer", "10 minutes"], #"setTimer {"minutes":10}"#),
        (["タイマーをセットして", "10分"], #"setTimer {"minutes":10}"#),
    ])
    func theValueIsTaken(messages: [String], call: String) throws { #expect(try Self.calls(messages) == [call]) }

    @Test(arguments: [
        "Search the web for cats", "What's the weather in Paris?", "weather in Paris", "Open the Summer album",
        "Should I create an album?",
        "show the inventory", "shwo the inventory", "delete item 3", "add \"A4 paper\" to the inventory",
        "Set a timer for 5 minutes",
        "Why?", "why", "What do you mean?", "I don't know", "Not now", "later", "maybe later", "Later!", "あとで", "また今度。",
        "never mind", "cancel",
        "no", "yes",
        "Don't create it", "わかりません", "やめて", "なぜ？", "東京の天気は？", "hello", "thanks", "Summer. And delete item 3.",
    ])
    func otherMessagesAreNoName(message: String) throws {
        let calls = try Self.calls(["Create a photo album", message])
        #expect(!calls.contains { $0.hasPrefix("createAlbum") }, "\(calls)")
    }

    @Test func aQuestionIsOpenForOneMessageOnly() throws {
        #expect(try Self.calls(["Create a photo album", "what is the weather in Rome?", "Summer"]).isEmpty)
    }
}
