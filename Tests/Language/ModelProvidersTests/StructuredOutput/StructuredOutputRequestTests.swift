import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct StructuredOutputRequestTests {
    private static let schema = GenerationSchema(jsonSchema: [
        "title": "Person", "type": "object", "properties": ["name": ["type": "string"]], "x-order": ["name"],
    ])

    private func request(
        _ tools: [String] = [],
        _ mode: GenerationOptions.ToolCallingMode? = nil,
        instructions: String? = nil
    ) -> LanguageModelExecutorGenerationRequest {
        var transcript = Transcript()
        if let instructions {
            transcript.append(
                .instructions(.init(segments: [.text(.init(content: instructions))], toolDefinitions: []))
            )
        }
        transcript.append(.prompt(.init(segments: [.text(.init(content: "Who?"))])))
        var options = GenerationOptions()
        options.toolCallingMode = mode
        let tools = tools.map {
            Transcript.ToolDefinition(name: $0, description: "", parameters: .init(jsonSchema: ["type": "object"]))
        }
        return .init(transcript: transcript, enabledTools: tools, schema: Self.schema, generationOptions: options)
    }

    private func requests(
        _ request: LanguageModelExecutorGenerationRequest,
        forcesCalls: Bool = true,
        isNativeBesideTools: Bool = true
    ) -> StructuredOutputRequest {
        StructuredOutputRequest(
            request,
            schema: Self.schema,
            abilities: .init(
                nativeRungs: [.strict],
                isNativeBesideTools: isNativeBesideTools,
                forcesCalls: forcesCalls
            )
        )
    }

    private func text(_ entry: Transcript.Entry?) -> String {
        switch entry {
        case .instructions(let entry): entry.segments.text
        case .prompt(let entry): entry.segments.text
        case .response(let entry): entry.segments.text
        default: ""
        }
    }

    @Test(arguments: [StructuredOutputRung.strict, .described]) func nativeRoundsAreLeftAlone(
        rung: StructuredOutputRung
    ) {
        let round = requests(request(["search"], .required)).question(by: rung)
        #expect(round.schema == Self.schema)
        #expect(round.enabledToolDefinitions.map(\.name) == ["search"])
        #expect(round.generationOptions.toolCallingMode == .required)
    }

    @Test(
        arguments: [
            ([], nil, true, ["final_answer"], .required),
            (["search"], nil, true, ["search", "final_answer"], .required),
            (["search"], .allowed, false, ["search", "final_answer"], .allowed),
            (["search"], .disallowed, true, ["final_answer"], .required),
            (["search"], .required, true, ["search"], .required),
            (["final_answer"], nil, true, ["final_answer", "final_answer_2"], .required),
        ] as [([String], GenerationOptions.ToolCallingMode?, Bool, [String], GenerationOptions.ToolCallingMode)]
    )
    func theAnswerIsOneMoreTool(
        tools: [String],
        mode: GenerationOptions.ToolCallingMode?,
        forcesCalls: Bool,
        offered: [String],
        sent: GenerationOptions.ToolCallingMode
    ) {
        let round = requests(request(tools, mode), forcesCalls: forcesCalls).question(by: .tool)
        #expect(round.schema == nil)
        #expect(round.enabledToolDefinitions.map(\.name) == offered)
        #expect(round.generationOptions.toolCallingMode == sent)
        if offered.count > tools.count { #expect(round.enabledToolDefinitions.last?.parameters == Self.schema) }
        // If a call cannot be required, the instructions ask for it.
        #expect(text(round.transcript.first).contains("final_answer") == !forcesCalls)
    }

    @Test func wordsGoIntoTheInstructions() {
        let round = requests(request(instructions: "Be brief.")).question(by: .prompted)
        #expect(round.schema == nil)
        #expect(round.transcript.count == 2)
        let words = text(round.transcript.first)
        #expect(words.hasPrefix("Be brief."))
        #expect(words.hasSuffix(#"{"title":"Person","type":"object","properties":{"name":{"type":"string"}}}"#))
        let without = requests(request()).question(by: .prompted)
        #expect(text(without.transcript.first).contains("JSON Schema"))
        #expect(text(without.transcript.last) == "Who?")
    }

    @Test func aRepairQuotesWhatIsWrong() {
        let original = request(["search"])
        let round = requests(original).repair(of: #"{"name":1}"#, violations: ["/name must be a string."], by: .strict)
        #expect(round.id != original.id)
        #expect(round.transcript.count == 3)
        #expect(text(round.transcript[1]) == #"{"name":1}"#)
        #expect(text(round.transcript[2]).contains("- /name must be a string.\n"))
        // Tools stay in the request where that is possible, but are not called.
        #expect(round.enabledToolDefinitions.map(\.name) == ["search"])
        #expect(round.generationOptions.toolCallingMode == .disallowed)
        let alone = requests(original, isNativeBesideTools: false).repair(of: "{}", violations: [], by: .strict)
        #expect(alone.enabledToolDefinitions.isEmpty)
        let called = requests(original).repair(of: "{}", violations: [], by: .tool)
        #expect(called.enabledToolDefinitions.map(\.name) == ["final_answer"])
        #expect(called.generationOptions.toolCallingMode == .required)
    }

    @Test func anEmptyAnswerIsNotShown() {
        let violations = (1...20).map { "Fault \($0)." }
        let round = requests(request()).repair(of: " \n", violations: violations, by: .strict)
        #expect(round.transcript.count == 2)
        #expect(text(round.transcript[1]).contains("- Fault 8.\n"))
        #expect(!text(round.transcript[1]).contains("Fault 9."))
    }
}
