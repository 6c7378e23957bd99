import Testing
import ToolDeclarations

@testable import AgentTools

struct ToolFolderStateTests {
    private func file(_ path: String, _ tool: String, path request: String = "/") throws -> ToolDeclarationFile {
        let text = """
            torii: 1
            upstream: x
            base: https://h.example
            tools: [{name: \(tool), description: b, request: {get: \(request)}}]

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
}
