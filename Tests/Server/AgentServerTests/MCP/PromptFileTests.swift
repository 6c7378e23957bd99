import ModelContextProtocol
import StreamingJSON
import Testing

@testable import AgentServer

@Suite struct PromptFileTests {
    private func prompt(_ text: String) throws -> PromptFile {
        try PromptFile(parsing: text, name: "report", file: "report.md")
    }

    private func faults(_ text: String) -> [String] {
        do throws(PromptFaults) {
            _ = try PromptFile(parsing: text, name: "report", file: "report.md")
            return []
        } catch {
            return error.faults.map { "\($0.line ?? 0): \($0.message)" }
        }
    }

    private static let whole = """
        ---
        # The shelf report of the warehouse
        title: Report on a shelf
        description: "What arrived: and left"
        argument.shelf: The shelf
        argument.shelf.required: yes
        argument.shelf.values: A1, A2 , B1
        argument.days:
        ---

        Report on shelf {{shelf}} for {{ days }} days.

        Use \\{{ for braces, and
        \\@user is text.

        @assistant
        Which unit?
        @user
        {{shelf}}{{shelf}}

        """

    @Test(arguments: ["\n", "\r\n"]) func aFileIsReadWhole(lineEnd: String) throws {
        let text = Self.whole.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
        let prompt = try prompt("\u{FEFF}" + text)
        #expect(prompt.title == "Report on a shelf")
        #expect(prompt.description == "What arrived: and left")
        #expect(
            prompt.arguments == [
                .init(name: "shelf", description: "The shelf", isRequired: true, values: ["A1", "A2", "B1"]),
                .init(name: "days"),
            ]
        )
        #expect(prompt.messages.map(\.role) == [.user, .assistant, .user])
        #expect(
            prompt.messages[0].pieces == [
                .text("Report on shelf "), .slot("shelf"), .text(" for "), .slot("days"),
                .text(" days.\n\nUse {{ for braces, and\n@user is text."),
            ]
        )
        #expect(prompt.messages[1].pieces == [.text("Which unit?")])
        #expect(prompt.messages[2].pieces == [.slot("shelf"), .slot("shelf")])
    }

    @Test func aFileMayBeTextOnly() throws {
        let prompt = try prompt("\n\nSay hello.\n\n")
        #expect(prompt.messages == [.init(role: .user, pieces: [.text("Say hello.")])])
        #expect(prompt.definition.keys == ["name"])
    }

    @Test func valuesAreInsertedOnceAndAsTheyAre() throws {
        let result = try prompt(Self.whole).result(["shelf": "{{days}}"])
        let texts = result["messages"]?.arrayValue?.compactMap { $0["content"]?["text"]?.stringValue }
        #expect(texts?.first?.hasPrefix("Report on shelf {{days}} for  days.") == true)
        #expect(texts?.last == "{{days}}{{days}}")
        #expect(result["messages"]?[1]?["role"] == "assistant")
        #expect(result["description"] == "What arrived: and left")
    }

    @Test(arguments: [
        ([:], "needs the argument 'shelf'"), (["shelf": "A1", "size": "3"], "has no argument 'size'"),
        (["shelf": String(repeating: "x", count: 400_000)], "longer than"),
    ])
    func valuesThatDoNotFitAreRefused(values: [String: String], reason: String) throws {
        let prompt = try prompt(Self.whole)
        let error = #expect(throws: RPCError.self) { try prompt.result(values) }
        #expect(error?.code == .invalidParameters && error?.message.contains(reason) == true)
    }

    @Test func valuesAreSuggested() throws {
        let prompt = try prompt(Self.whole)
        #expect(prompt.completions(of: "shelf", for: "") == ["A1", "A2", "B1"])
        #expect(prompt.completions(of: "shelf", for: "1") == ["A1", "B1"])
        #expect(prompt.completions(of: "shelf", for: "b") == ["B1"])
        #expect(prompt.completions(of: "other", for: "").isEmpty)
    }

    @Test(arguments: [
        ("", "1: there is no text"),
        ("---\ntitle: A\n---\n", "there is no text"),
        ("---\ntitle: A\nHello", "1: the front matter has no end"),
        ("---\ntitel: A\n---\nHello", "2: there is no key 'titel'"),
        ("---\ntitle: A\ntitle: B\n---\nHello", "3: 'title' occurs twice"),
        ("---\ntitle:A\n---\nHello", "2: write a space"),
        ("---\ntitle: \"A\n---\nHello", "2: the value starts with"),
        ("---\ntitle: [A]\n---\nHello", "2: a value that starts with ["),
        ("---\ntitle: |\n  A\n---\nHello", "2: a value that starts with |"),
        ("---\ntitle:\n---\nHello", "2: a title has"),
        ("---\narguments:\n  - name: a\n---\nHello", "3: this is no line 'key: value'"),
        ("---\nargument.a b: x\n---\nHello", "2: the name of an argument"),
        ("---\nargument.a: x\nargument.a.required: maybe\n---\n{{a}}", "3: 'maybe' is neither"),
        ("---\nargument.a.values: ,\n---\n{{a}}", "2: write 1 to 100 values"),
        ("---\nargument.a.kind: x\n---\n{{a}}", "2: an argument has no 'kind'"),
        ("---\nargument.a: x\n---\nHello", "2: no text uses the argument 'a'"),
        ("Hello\n{{a}}", "2: {{a}} is no argument"),
        ("Hello {{a", "1: {{ has no }}"),
        ("Hello {{a}", "1: {{ has no }}"),
        ("Hello {{a.b}}", "1: '{{a.b}}' is no slot"),
        ("@user\n\n@assistant\nHello", "1: the message of the user has no text"),
    ])
    func aFaultHasItsLineAndWhatToDo(text: String, fault: String) {
        let faults = faults(text)
        #expect(faults.contains { $0.contains(fault) }, "\(faults)")
    }

    @Test func everyFaultIsReported() {
        #expect(faults("---\ntitel: A\nargument.b: x\n---\n{{a}}\n{{c").count == 4)
    }

    @Test func theCostOfManySlotsIsLinear() throws {
        let text = "---\nargument.a: x\n---\n" + String(repeating: "{{a}}\n", count: 30_000)
        #expect(try prompt(text).messages.first?.pieces.count == 59_999)
    }
}
