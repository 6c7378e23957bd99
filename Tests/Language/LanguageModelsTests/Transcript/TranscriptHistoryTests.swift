import StreamingJSON
import Testing

@testable import LanguageModels

@Suite struct TranscriptHistoryTests {
    private static let instructions = Transcript.Entry.instructions(.init(id: "i", segments: [], toolDefinitions: []))

    private static func prompt(_ id: String) -> Transcript.Entry {
        .prompt(.init(id: id, segments: [.text(.init(content: id))]))
    }

    @Test(arguments: [
        ([instructions, prompt("a"), prompt("b")], ["a", "b"]), ([prompt("a")], ["a"]), ([instructions], []), ([], []),
    ])
    func theHistoryIsWhatFollowsTheInstructions(entries: [Transcript.Entry], ids: [String]) {
        #expect(Transcript(entries: entries).history.map(\.id) == ids)
    }

    @Test func changingTheHistoryLeavesTheInstructionsAlone() {
        var transcript = Transcript(entries: [Self.instructions, Self.prompt("a"), Self.prompt("b"), Self.prompt("c")])
        transcript.history.append(Self.prompt("d"))
        transcript.history.append(contentsOf: [Self.prompt("e")])
        transcript.history.removeFirst()
        transcript.history[transcript.history.startIndex] = Self.prompt("B")
        #expect(transcript.map(\.id) == ["i", "B", "c", "d", "e"])
        let history = transcript.history
        let middle = history.index(after: history.startIndex)..<history.index(before: history.endIndex)
        #expect(history[middle].map(\.id) == ["c", "d"])
        transcript.history = Transcript.HistoryView(history[middle])
        #expect(transcript.map(\.id) == ["i", "c", "d"])
    }

    private static func calls(_ ids: String...) -> Transcript.Entry {
        .toolCalls(.init(id: "calls", ids.map { .init(id: $0, toolName: "t", arguments: GeneratedContent(1)) }))
    }

    private static func output(_ id: String) -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: "t", segments: []))
    }

    @Test(arguments: [
        ([], []),
        ([prompt("p"), calls("1", "2")], ["1", "2"]),
        ([prompt("p"), calls("1", "2"), output("2")], ["1"]),
        ([prompt("p"), calls("1"), output("1")], []),
        ([prompt("p"), calls("1"), prompt("q")], []),
        // A later round may repeat ids.
        ([calls("1"), output("1"), calls("1")], ["1"]),
    ])
    func callsWithoutOutputsAreKnown(entries: [Transcript.Entry], ids: [String]) {
        #expect(Transcript(entries: entries).unansweredCalls.map(\.id) == ids)
    }

    @Test func outputsArePutInTheOrderOfTheirCallsRoundByRound() {
        var transcript = Transcript(entries: [
            Self.prompt("p"), Self.calls("1", "2", "3"), Self.output("3"), Self.output("1"), Self.output("2"),
            Self.calls("1", "2"), Self.output("2"), Self.output("x"), Self.output("1"), Self.prompt("q"),
        ])
        transcript.orderOutputs()
        #expect(transcript.map(\.id) == ["p", "calls", "1", "2", "3", "calls", "1", "2", "x", "q"])
    }

    @Test(arguments: [
        GenerationOptions(),
        GenerationOptions(samplingMode: .greedy, temperature: 0.5, maximumResponseTokens: 7),
        GenerationOptions(samplingMode: .random(top: 3, seed: .max), toolCallingMode: .required),
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9), toolCallingMode: .disallowed),
    ])
    func optionsAreStored(options: GenerationOptions) throws {
        for level in [nil, .light, .moderate, .deep, .custom("most")] as [ContextOptions.ReasoningLevel?] {
            let entry = Transcript.Entry.prompt(
                .init(
                    metadata: ["locale": "ja", "n": 3],
                    segments: [],
                    options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: false, reasoningLevel: level)
                )
            )
            let text = entry.jsonValue.serialized()
            #expect(try Transcript.Entry(jsonValue: JSONValue(parsing: text)) == entry)
        }
    }
}
