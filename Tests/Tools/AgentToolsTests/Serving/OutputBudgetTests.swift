import AgentTools
import LanguageModels
import OwnerLiterals
import StreamingJSON
import Testing

/// Outputs that are cut, and their further pages.
@Suite struct OutputBudgetTests {
    private static let text = (0..<200).map { "line \($0) of a list" }.joined(separator: "\n")
    private let time = ManualTime()
    private let ann = OutputOwner(owner: "ann", conversation: "c")

    private func registry(_ tool: ProbeTool = ProbeTool(answer: { _ in Self.text })) -> ToolRegistry {
        ToolRegistry([tool], now: { [time] in time.now })
    }

    private func call(
        _ registry: ToolRegistry,
        _ name: String = "probe",
        _ arguments: JSONValue = ["word": "x"],
        for owner: OutputOwner,
        language: String = "en"
    ) async throws -> (text: String, isError: Bool) {
        let outcome = try await registry.call(
            name,
            arguments: arguments,
            metadata: ["locale": GeneratedContent(language)],
            for: Caller(localeIdentifier: language),
            owner: owner
        )
        return (outcome.output.segments.text, outcome.isError)
    }

    /// Returns the id at the place where an output was cut.
    private func id(in text: String) throws -> String {
        try String(#require(text.split(separator: "\n").last?.split(separator: "\"").dropFirst().first))
    }

    @Test(arguments: [true, false])
    func aCutOutputIsReadOnToItsEnd(namingTheID: Bool) async throws {
        let registry = registry()
        var page = try await call(registry, for: ann).text
        #expect(page.contains("\nThe output is cut here: this is page 1 of 4. Call readOn with the id \""))
        var lines: [Substring] = []
        while page.contains("The output is cut here") {
            lines += page.split(separator: "\n").dropLast()
            let arguments: JSONValue = namingTheID ? ["id": .string(try id(in: page))] : [:]
            page = try await call(registry, "readOn", arguments, for: ann).text
        }
        #expect((lines + page.split(separator: "\n")).joined(separator: "\n") == Self.text)
    }

    @Test func pagesAreReturnedOnlyToTheirOwner() async throws {
        let registry = registry()
        let id = try id(in: try await call(registry, for: ann).text)
        for other in [
            OutputOwner(owner: "ann"), OutputOwner(owner: "ann", conversation: "d"),
            OutputOwner(owner: "bob", conversation: "c"), .nobody,
        ] {
            let answer = try await call(registry, "readOn", ["id": .string(id)], for: other)
            #expect(answer.isError && answer.text.contains("no page with the id \"\(id)\""))
            #expect(try await call(registry, "readOn", [:], for: other).isError)
        }
        #expect(try await !call(registry, "read-on", ["id": .string(id)], for: ann).isError)
    }

    @Test func pagesAreKeptForAWhile() async throws {
        let registry = registry()
        let id = try id(in: try await call(registry, for: ann).text)
        time.advance(by: .seconds(30 * 60))
        #expect(try await !call(registry, "readOn", ["id": .string(id)], for: ann).isError)
        time.advance(by: .seconds(1))
        let late = try await call(registry, "readOn", ["id": .string(id)], for: ann)
        #expect(late.isError && late.text.contains("call the tool again"))
    }

    @Test func oneClientDoesNotPushOutAnotherClientsPages() async throws {
        let registry = registry()
        let first = try id(in: try await call(registry, for: ann).text)
        // Each output has about 5 KB, and the capacity is 16 MB.
        for _ in 0..<5000 { _ = try await call(registry, for: OutputOwner(owner: "bob")) }
        #expect(try await !call(registry, "readOn", ["id": .string(first)], for: ann).isError)
        #expect(try await !call(registry, "readOn", [:], for: OutputOwner(owner: "bob")).isError)
    }

    @Test(arguments: ["", "-", "x-2", "0-0", "0-99", "0-2-2", "--", "'; DROP TABLE", "0-1\n0-2"])
    func invalidIDsAreExplained(id: String) async throws {
        let answer = try await call(registry(), "readOn", ["id": .string(id)], for: ann)
        #expect(answer.isError && answer.text.split(separator: "\n").count == 1)
    }

    @Test func longFailuresAreCutToo() async throws {
        let registry = registry(ProbeTool(answer: { _ in throw ToolFailure(Self.text) }))
        let answer = try await call(registry, for: ann, language: "ja")
        #expect(answer.isError && answer.text.count < 1200 && answer.text.contains("readOn の id に \""))
        #expect(try await call(registry, "readOn", [:], for: ann).text.hasPrefix("line "))
    }

    @Test func aToolMayLimitItsOutputItself() async throws {
        let registry = registry(ProbeTool(outputBudget: nil, answer: { _ in Self.text }))
        #expect(try await call(registry, for: ann).text == Self.text)
    }

    /// Called in the way of a session.
    @Test func theServedToolIsTheSameTool() async throws {
        let registry = registry()
        let tool = try #require(registry.tool(named: "probe"))
        let served = registry.served(tool, for: ann)
        #expect(served.name == tool.name && served.deadline == tool.deadline && served.outputBudget == 1000)
        let call = Transcript.ToolCall(
            id: "1",
            toolName: "probe",
            arguments: try GeneratedContent(json: #"{"word":"x"}"#)
        )
        let outcome = try await ToolInvocation(tools: [served]).outcome(of: call)
        #expect(outcome.output.segments.text.contains("page 1 of 4"))
        #expect(outcome.artifacts.map(\.type) == ["probe.word"])
    }
}
