import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct StructuredOutputTurnTests {
    private static let schema = GenerationSchema(jsonSchema: [
        "type": "object", "properties": ["n": ["type": "integer", "maximum": 9]], "required": ["n"],
    ])

    private func turn(besideTools: Bool = false) -> StructuredOutputTurn {
        let tool = Transcript.ToolDefinition(name: "t", description: "", parameters: Self.schema)
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            enabledTools: besideTools ? [tool] : [],
            schema: Self.schema
        )
        let abilities = StructuredOutputAbilities(nativeRungs: [.strict])
        return StructuredOutputTurn(request, schema: Self.schema, abilities: abilities) {
            abilities.rungs(for: Self.schema, besideTools: $0)
        }
    }

    private typealias Outcome = StructuredAnswerReader.Outcome

    /// The count of a call that reads some tokens and writes two fifths of them to the cache, half of them for its longer time.
    private static func count(_ input: Int) -> LanguageModelSession.Usage {
        var usage = LanguageModelSession.Usage(input: .init(totalTokenCount: input))
        usage.input.writtenTokenCount = input * 2 / 5
        usage.input.longWrittenTokenCount = input / 5
        return usage
    }

    private static func usage(_ input: Int, ofCalls: Bool = false) -> ModelStreamEvent {
        .usage(count(input), ofCalls: ofCalls)
    }

    private static func outcome(_ text: String, shown: String = "") -> Outcome {
        Outcome(
            text: text,
            shown: shown,
            metadata: ["model": "m"],
            usage: count(5)
        )
    }

    @Test(
        arguments: [
            (#"{"n":1}"#, #"{"n":1}"#, nil, false), (" {\"n\":1}\n", #"{"n":1}"#, nil, false),
            ("So: {\"n\":1}", "", .text(#"{"n":1}"#), true), (#"{"n":1} Well."#, #"{"n":1}"#, nil, true),
            (#"{n} {"n":1}"#, "{n}", .replaceText(#"{"n":1}"#), true),
        ] as [(String, String, ModelStreamEvent?, Bool)]
    ) func whatIsLeftToTell(
        text: String,
        shown: String,
        event: ModelStreamEvent?,
        isExtracted: Bool
    ) {
        var turn = turn()
        let (events, isUnenforced) = turn.ended(by: .strict, Self.outcome(text, shown: shown))
        let report = StructuredOutputReport(rung: .strict, isExtracted: isExtracted).metadata
        let metadata = ModelStreamEvent.metadata(report.merging(["model": "m"]) { $1 })
        #expect(events == [event, metadata, Self.usage(5)].compactMap { $0 })
        // A provider that enforces the schema allows no text beside the value.
        #expect(isUnenforced == isExtracted)
        #expect(turn.step == .finish)
    }

    @Test func anAnswerIsRepairedOnce() throws {
        var turn = turn()
        #expect(turn.step == .ask(.strict))
        var (events, isUnenforced) = turn.ended(by: .strict, Self.outcome(#"{"n":10}"#, shown: #"{"n":10}"#))
        #expect(events == [.replaceText(""), Self.usage(5)])
        #expect(!isUnenforced)
        #expect(turn.step == .repair(.strict))
        #expect(turn.round(by: .strict).transcript.count == 2)
        (events, isUnenforced) = turn.ended(by: .strict, Self.outcome("I cannot."))
        #expect(events == [Self.usage(10)])
        #expect(isUnenforced)
        #expect(turn.step == .giveUp)
        #expect(turn.error.rawContent == "I cannot.")
    }

    @Test(arguments: [#"{"n":"1"}"#, "{}", "None.", ""]) func whoIgnoresASchemaIsMadeToCall(text: String) {
        var turn = turn(besideTools: true)
        let (_, isUnenforced) = turn.ended(by: .strict, Self.outcome(text))
        #expect(isUnenforced)
        #expect(turn.step == .repair(.tool))
        #expect(!turn.hasTools)
    }

    @Test func aRoundOfCallsIsNoAnswer() {
        var turn = turn(besideTools: true)
        #expect(turn.hasTools)
        var outcome = Self.outcome("I look.", shown: "I look.")
        outcome.hasToolCalls = true
        #expect(turn.ended(by: .strict, outcome).events == [.metadata(["model": "m"]), Self.usage(5, ofCalls: true)])
        #expect(turn.step == .finish)
    }

    @Test func aTextInPlaceOfACallIsAccepted() {
        var turn = turn()
        turn.refused(.strict, .feature)
        #expect(turn.step == .ask(.tool))
        let (events, isUnenforced) = turn.ended(by: .tool, Self.outcome(#"{"n":1}"#))
        #expect(events.first == .text(#"{"n":1}"#))
        #expect(isUnenforced)
        #expect(turn.step == .finish)
    }

    @Test func aSchemaThatIsFaultyRefusesNothing() {
        let faulty = GenerationSchema(jsonSchema: ["type": "object", "minProperties": "many"])
        #expect(StructuredAnswerCheck(faulty).finding(in: "So: {}") == .value("{}", isExtracted: true))
    }

    @Test(arguments: [
        (#"{"name":"Ada","age":null}"#, #"{"name":"Ada"}"#),
        (
            #"{"name":"Ada","age":null,"kin":[{"name":"Lord","age":null},{"name":"B","age":1}]}"#,
            #"{"name":"Ada","kin":[{"name":"Lord"},{"name":"B","age":1}]}"#
        ),
        // A `null` that the schema allows as a value stays, and so do members that it does not mention.
        (#"{ "name": "Ada", "none": null }"#, #"{ "name": "Ada", "none": null }"#),
        (#"{ "name": "Ada", "a/b~c": null }"#, #"{"name":"Ada"}"#),
        (#"{ "name": "Ada", "more": 1 }"#, #"{ "name": "Ada", "more": 1 }"#),
    ]) func nullForAbsentPropertiesIsRemoved(text: String, value: String) {
        let schema = GenerationSchema(jsonSchema: [
            "type": "object", "required": ["name"],
            "properties": [
                "name": ["type": "string"], "age": ["type": "integer"], "none": ["type": ["string", "null"]],
                "a/b~c": ["type": "string"], "kin": ["type": "array", "items": ["$ref": "#"]],
            ],
        ])
        #expect(StructuredAnswerCheck(schema).finding(in: text) == .value(value, isExtracted: false))
    }
}
