import Testing
import ToolDeclarations

@testable import AgentTools
@testable import DeclaredTools

struct ToolFolderStateTests {
    private func file(_ path: String, _ tool: String, path request: String = "/") throws -> ToolDeclarationFile {
        let text = """
            torii: 1
            upstream: x
            base: https://h.example
            tools: [{name: \(tool), description: b, effect: reads, arguments: {words: {type: string}}, request: {get: \(request)}}]

            """
        return try ToolDeclarationFile(text, file: path)
    }

    @Test func takesUpChangesAndKeepsWhatIsGood() throws {
        let first = try file("a.yaml", "one")
        var state = ToolFolderState([first])
        // The same text again changes nothing.
        #expect(state.update(["a.yaml": .success(first)], paths: ["a.yaml"]).isEmpty)
        let second = try file("a.yaml", "one", path: "/two")
        let change = state.update(["a.yaml": .success(second)], paths: ["a.yaml"])
        #expect(change.loaded.map(\.digest) == [second.digest])
        let fault = DeclarationError("a.yaml", 3, 1, "faulty")
        #expect(state.update(["a.yaml": .failure(fault)], paths: ["a.yaml"]).faults == [fault])
        #expect(state.good["a.yaml"]?.digest == second.digest && state.faults["a.yaml"] == fault)
        // It is reported once.
        #expect(state.update(["a.yaml": .failure(fault)], paths: ["a.yaml"]).isEmpty)
        #expect(state.update(["a.yaml": .success(second)], paths: ["a.yaml"]).isEmpty && state.faults.isEmpty)
        #expect(state.update([:], paths: []).removed == ["a.yaml"] && state.good.isEmpty)
    }

    @Test func refusesAFileThatDoesNotFitTheOthers() throws {
        let first = try file("a.yaml", "one")
        var state = ToolFolderState([first])
        let other = try file("b.yaml", "One")
        let change = state.update(["b.yaml": .success(other)], paths: ["a.yaml", "b.yaml"])
        #expect(change.loaded.isEmpty && change.faults.map(\.file) == ["b.yaml"])
        #expect(state.good.keys.sorted() == ["a.yaml"])
    }

    private func aggregate(_ path: String, asking tool: String) throws -> ToolDeclarationFile {
        let text = """
            torii: 1
            aggregates:
              - name: both
                description: c
                arguments: {words: {type: string}}
                ask: [{tool: \(tool)}]
                merge: {by: concat}

            """
        return try ToolDeclarationFile(text, file: path)
    }

    @Test func aToolMovesFromOneFileToAnother() throws {
        let before = [try file("a.yaml", "one"), try file("b.yaml", "two")]
        var state = ToolFolderState(before)
        let change = state.update(
            ["a.yaml": .success(try file("a.yaml", "two")), "b.yaml": .success(try file("b.yaml", "one"))],
            paths: ["a.yaml", "b.yaml"]
        )
        #expect(change.loaded.map(\.file) == ["a.yaml", "b.yaml"] && change.faults.isEmpty)
    }

    @Test func oneFaultyFileDoesNotHoldBackTheOthers() throws {
        var state = ToolFolderState([try file("a.yaml", "one"), try file("b.yaml", "two")])
        // The third file does not fit, and the tool of the second moves to the first nevertheless.
        let change = state.update(
            [
                "a.yaml": .success(try file("a.yaml", "two")), "b.yaml": .success(try file("b.yaml", "three")),
                "c.yaml": .success(try file("c.yaml", "Three")),
            ],
            paths: ["a.yaml", "b.yaml", "c.yaml"]
        )
        #expect(change.loaded.map(\.file) == ["a.yaml", "b.yaml"] && change.faults.map(\.file) == ["c.yaml"])
    }

    @Test func aRefusedFileIsTakenWhenTheOtherIsMended() throws {
        var state = ToolFolderState([try file("a.yaml", "one")])
        let paths = ["a.yaml", "b.yaml"]
        #expect(state.update(["b.yaml": .success(try file("b.yaml", "One"))], paths: paths).faults.count == 1)
        // Only the first file changes.
        let change = state.update(["a.yaml": .success(try file("a.yaml", "other"))], paths: paths)
        #expect(change.loaded.map(\.file) == paths && state.faults.isEmpty)
        // A file that is gone no longer stands in the way either.
        state = ToolFolderState([try file("a.yaml", "one")])
        _ = state.update(["b.yaml": .success(try file("b.yaml", "One"))], paths: paths)
        #expect(state.update([:], paths: ["b.yaml"]).loaded.map(\.file) == ["b.yaml"])
    }

    @Test func aFileThatIsGoneMakesItsAggregatesFaulty() throws {
        let paths = ["a.yaml", "both.yaml"]
        var state = ToolFolderState([try file("a.yaml", "one"), try aggregate("both.yaml", asking: "one")])
        let change = state.update([:], paths: ["both.yaml"])
        #expect(change.removed == ["a.yaml"] && change.faults.map(\.file) == ["both.yaml"])
        #expect(state.faults["both.yaml"]?.message == "'both' asks 'one', and there is no such tool")
        // Another fault elsewhere is no reason to refuse a file that fits.
        let other = try file("c.yaml", "three")
        #expect(state.update(["c.yaml": .success(other)], paths: ["both.yaml", "c.yaml"]).loaded.count == 1)
        #expect(state.update(["a.yaml": .success(try file("a.yaml", "one"))], paths: paths).loaded.count == 1)
        #expect(state.faults.isEmpty)
    }

    @Test func theKeysOfAnotherUpstreamCannotBeHad() throws {
        var state = ToolFolderState([])
        let others = DeclarationSet.Surroundings(upstreams: ["x"])
        let change = state.update(["a.yaml": .success(try file("a.yaml", "one"))], paths: ["a.yaml"], beside: others)
        #expect(change.loaded.isEmpty && state.good.isEmpty)
        #expect(change.faults.map(\.message) == ["'x' is the name of another upstream; choose another 'upstream'"])
    }

    @Test(arguments: [
        ("torii: 1\nupstream: x\n", true), ("# a\n\n'torii': 1\n", true), ("mcp: {url: https://h}\n", false),
        ("url: https://h\nnote: |\n  torii: 1\n", false), (#"{"torii": 1}"#, true), (#" \n{"url": "torii"}"#, false),
        (#"{"env": {"torii": 1}}"#, false), (#"{"torii": 1,"#, true), (#"{"url": "#, false), ("", false),
    ])
    func recognizesTheKindOfAFile(text: String, declaresTools: Bool) {
        #expect(ToolFolder.declaresTools(text) == declaresTools)
    }
}
