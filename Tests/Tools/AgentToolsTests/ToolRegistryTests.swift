import AgentTools
import LanguageModels
import ToolPhrases
import StreamingJSON
import Testing

private struct RepeatWord: AgentTool {
    @Generable struct Arguments {
        @Guide(description: "What to repeat") var someWord: String
        @Guide(description: "How often") var timesToRepeat: Int?
    }

    let name = "repeatWord"
    let description = "Repeats a word"
    let phrases = ToolPhrases(tool: "repeatWord", effect: .reads, examples: [:], phrases: [])

    func call(arguments: Arguments) async throws -> String {
        String(repeating: arguments.someWord, count: arguments.timesToRepeat ?? 1)
    }
}

@Suite struct ToolRegistryTests {
    let registry = ToolRegistry([RepeatWord(), RepeatWord()])

    @Test(arguments: ["repeatWord", "repeat-word", "repeat_word"])
    func aToolIsFoundInEachSpelling(name: String) {
        #expect(registry.tool(named: name)?.name == "repeatWord")
    }

    @Test func theFirstToolWithANameCounts() {
        #expect(registry.names == ["repeatWord", "readOn"])
        #expect(registry.narrowed(to: ["repeat-word"]).names == ["repeatWord", "readOn"])
        #expect(registry.narrowed(to: ["read-on"]).names == ["readOn"])
        #expect(registry.narrowed(to: ["other"]).names.isEmpty)
    }

    @Test func turnsWithTheSameToolsShareOneSet() {
        let registry = ToolRegistry((0..<10).map { ProbeTool(name: "probe\($0)") })
        func narrowed(_ number: Int) -> ToolRegistry {
            registry.narrowed { (name: String) in name == "probe\(number)" }
        }
        #expect(registry.toolSet === registry.narrowed { (_: String) in true }.toolSet)
        let served = registry.tools.map { registry.served($0, for: .nobody) }
        #expect(registry.toolSet.definitions == served.map { Transcript.ToolDefinition(tool: $0) })
        let first = narrowed(0)
        #expect(first.toolSet.definitions.map(\.name) == ["probe0", "readOn"])
        #expect(narrowed(0).toolSet === first.toolSet)
        // Names that a request chooses are not kept, and of the others only some.
        #expect(registry.narrowed(to: ["probe0"]).toolSet !== first.toolSet)
        for number in 1..<10 { #expect(narrowed(number).names == ["probe\(number)", "readOn"]) }
        #expect(narrowed(0).toolSet !== first.toolSet)
    }

    @Test(arguments: [
        (#"{"some_word":"ab","times_to_repeat":2}"#, "abab", false),
        (#"{"someWord":"ab","times_to_repeat":1}"#, "ab", false),
        (
            #"{"word":"ab"}"#,
            "The arguments do not fit repeatWord: the required property 'someWord' is missing. "
                + "Correct them and call again.", true
        ),
        ("[]", "The arguments do not fit repeatWord: expected object, found array. Correct them and call again.", true),
    ])
    func parametersInSnakeCase(json: String, text: String, isError: Bool) async throws {
        let outcome = try await registry.call("repeat-word", arguments: JSONValue(parsing: json), metadata: [:])
        #expect(outcome.output.segments.text == text)
        #expect(outcome.isError == isError)
    }

    @Test func destructiveCallsNeedApproval() async throws {
        let registry = ToolRegistry([
            ProbeTool(), ProbeTool(name: "deleteProbe", effect: .changes, isDestructive: true),
        ])
        #expect(try await registry.question(before: "probe", ["word": "x"], for: Caller()) == nil)
        #expect(try await registry.question(before: "fly", ["word": "x"], for: Caller()) == nil)
        #expect(try await registry.question(before: "delete-probe", ["word": "x"], for: Caller()) == "Really x?")
        let japanese = Caller(localeIdentifier: "ja")
        #expect(try await registry.question(before: "delete_probe", ["word": "x"], for: japanese) == "本当にx？")
        // Such a call is not made, and its answer explains the error.
        #expect(try await registry.question(before: "deleteProbe", ["word": 1], for: Caller()) == nil)
    }

    @Test func theOperatorMayRequireApprovalOfFurtherTools() async throws {
        let registry = ToolRegistry([
            ProbeTool(), ProbeTool(name: "otherProbe"), ProbeTool(name: "deleteProbe", isDestructive: true),
        ]).requiringApproval(of: ["other-probe"])
        // This also applies if a turn has only some of the tools.
        for registry in [registry, registry.narrowed(to: ["otherProbe", "deleteProbe"])] {
            #expect(try await registry.question(before: "other_probe", ["word": "x"], for: Caller()) == "Really x?")
            #expect(try await registry.question(before: "deleteProbe", ["word": "x"], for: Caller()) == "Really x?")
            #expect(registry.tools.filter(registry.needsApproval).map(\.name) == ["otherProbe", "deleteProbe"])
        }
        #expect(try await registry.question(before: "probe", ["word": "x"], for: Caller()) == nil)
    }
}
