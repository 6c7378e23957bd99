import Testing

@testable import Phrasebook

@Suite struct PatternTests {
    @Test(arguments: [
        ("show {id", PhrasebookError.Code.invalidPattern), ("show (a|b", .invalidPattern), ("show a)", .invalidPattern),
        ("show {:text}", .invalidPattern), ("show {a/b/c:days}", .invalidPattern), ("{city:place}", .invalidPattern),
        ("show {unit=}", .invalidPattern), ("show {id:planet}", .unknownSlotType),
    ])
    func mistakes(pattern: String, code: PhrasebookError.Code) {
        let tool = ToolPhrases(tool: "t", examples: [:], phrases: [Phrase(.english, pattern)])
        let error = #expect(throws: PhrasebookError.self) { try PhrasebookLanguageModel([tool]) }
        #expect(error?.code == code)
        #expect(error?.description.contains(pattern) == true)
    }

    @Test(
        "What would be costly is refused",
        arguments: [
            (String(repeating: "[", count: 5_000) + "a" + String(repeating: "]", count: 5_000), "bytes"),
            (String(repeating: "[", count: 1_000) + "a" + String(repeating: "]", count: 1_000), "32 deep"),
            (String(repeating: "(", count: 33) + "a" + String(repeating: ")", count: 33), "32 deep"),
            ("a" + String(repeating: " {x:text}", count: 65), "64 slots"),
        ] as [(String, String)]
    )
    func costlyPatterns(pattern: String, says: String) throws {
        let tool = ToolPhrases(tool: "t", examples: [:], phrases: [Phrase(.english, pattern)])
        let error = try #require(throws: PhrasebookError.self) { try tool.slotArguments() }
        #expect(error.message.contains(says), "\(error)")
    }

    /// A pattern is a graph, so the states and not the forms count: this one has 2^400.
    @Test func alternativesDoNotMultiply() throws {
        var vocabulary = Vocabulary()
        let program = try PatternProgram(String(repeating: "(a|b)", count: 400), vocabulary: &vocabulary)
        #expect(program.stateCount <= 1_300)
        let deep = String(repeating: "[a", count: 32) + String(repeating: "]", count: 32)
        #expect(try calls("go \(deep)", "go a a a").count == 1)
    }

    @Test func theWordsOfPhrasesHaveNoUnits() {
        let tool = ToolPhrases(
            tool: "t",
            examples: [:],
            phrases: [
                Phrase(
                    .english,
                    "(set|start) [a] timer for ({h:number} (hour|hours)|{m:number} minutes) {loud=loud|silent}"
                ),
                Phrase(.english, "start {"), Phrase(.japanese, "{m:number}分[間](計って|測って)"),
            ]
        )
        #expect(
            tool.literalTexts.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty } == [
                "set", "start", "a", "timer for", "loud", "silent", "間", "計って", "測って",
            ]
        )
    }

    private func calls(
        _ pattern: String,
        _ message: String,
        _ language: PhraseLanguage = .english
    ) throws -> [PlannedCall] {
        let tool = ToolPhrases(tool: "t", effect: .reads, examples: [:], phrases: [Phrase(language, pattern)])
        let planner = Planner(
            phrases: try CompiledPhrases([tool]),
            today: PhraseReading.today,
            language: nil
        ) { _ in true }
        return planner.understanding(of: [Turn(prompt: message)]).calls.map(\.call)
    }

    @Test(arguments: [
        ("play [the] (song|track) {name:name}", "Play song Yesterday!", "Yesterday"),
        ("play {name:quoted}", "please play “Yesterday, once more”", "Yesterday, once more"),
        ("play {name:word} loudly", "play it loudly", "it"),
        ("paint it {color=dark red|red}", "paint it dark red", "dark red"),
        ("paint it (dark red|dark blue|dim|dark) [and] {where:word}", "paint it dark blue inside", "inside"),
        ("paint it red - {where:word}", "paint it red - inside", "inside"),
        ("call {n:integer} times", "call twenty-one times", "21"),
        ("call {n:number} times", "call 2.5 times", "2.5"),
        ("buy {n:integer} eggs", "buy a dozen eggs", "12"),
        ("page{n:integer}", "page12", "12"),
        ("page{n:integer}", "page 12", "12"),
        ("remind me {when:day}", "remind me yesterday", "2026-11-20"),
        ("say {what:text}", "say \"one\" and \"two\"", "\"one\" and \"two\""),
    ])
    func slots(pattern: String, message: String, subject: String) throws {
        #expect(try calls(pattern, message).map(\.subject) == [subject])
    }

    @Test(arguments: [
        ("page {n:integer}", "page12"), ("call {n:integer} times", "call 2.5 times"),
        ("call {n:integer} times", "call 10:30 times"), ("play {name:quoted}", "play it"),
        ("paint it {color=dark red|red}", "paint it redder"), ("stop at {n:integer}", "stop at 2026-11-20"),
    ])
    func mismatches(pattern: String, message: String) throws {
        #expect(try calls(pattern, message).isEmpty)
    }

    @Test func japaneseNumbers() throws {
        for (message, number) in [("三百二十一回鳴らして", "321"), ("１０回鳴らして", "10"), ("一万二千回鳴らして", "12000"), ("二〇回鳴らして", "20")] {
            #expect(try calls("{n:integer}回鳴らして", message, .japanese).map(\.subject) == [number])
        }
    }

    @Test("A value named twice leads to one call, several arguments to every combination")
    func combinations() throws {
        let calls = try calls("move {what:word*} to {place:place*}", "move it and that to Rome or Oslo and Rome")
        #expect(
            calls.map(\.json) == [
                #"{"what":"it","place":"Rome"}"#, #"{"what":"it","place":"Oslo"}"#,
                #"{"what":"that","place":"Rome"}"#, #"{"what":"that","place":"Oslo"}"#,
            ]
        )
    }
}
