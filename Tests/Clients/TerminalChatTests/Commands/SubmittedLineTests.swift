import Testing

@testable import TerminalChat

@Suite struct SubmittedLineTests {
    static let lines: [(String, SubmittedLine)] = [
        ("", .blank), ("  \n ", .blank), ("hello", .message("hello")), (" hello ", .message(" hello ")),
        ("/help", .command(.help, argument: "")),
        ("/?", .command(.help, argument: "")), ("/open 3", .command(.open, argument: "3")),
        ("  /search  two words ", .command(.search, argument: "two words")),
        ("/LIST", .command(.list, argument: "")), ("/ls", .command(.list, argument: "")),
        ("/q", .command(.quit, argument: "")), ("/exit", .command(.quit, argument: "")),
        // The start of a name that only one command has.
        ("/sea x", .command(.search, argument: "x")), ("/ren t", .command(.rename, argument: "t")),
        ("/re", .unknown("re", nearest: "new")),
        ("/hlep", .unknown("hlep", nearest: "help")), ("/xyzzyxyzzy", .unknown("xyzzyxyzzy", nearest: nil)),
        ("//etc is a folder", .message("/etc is a folder")),
        ("/etc/hosts has a line", .message("/etc/hosts has a line")), ("/", .message("/")),
        ("/ list", .message("/ list")),
        ("/2", .message("/2")), ("/日本", .message("/日本")), ("/rename 新しい題名", .command(.rename, argument: "新しい題名")),
    ]

    @Test(arguments: lines) func aLineIsACommandOrAMessage(text: String, expected: SubmittedLine) {
        #expect(SubmittedLine(text) == expected)
    }

    @Test func everyCommandIsInTheTableOnce() {
        #expect(
            SlashCommand.all.map(\.kind).sorted { $0.rawValue < $1.rawValue }
                == SlashCommand.Kind.allCases.sorted { $0.rawValue < $1.rawValue }
        )
        let names = SlashCommand.all.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        for language in ChatLanguage.allCases { #expect(SlashCommand.all.allSatisfy { !$0.summary(language).isEmpty }) }
    }

    private func completion(_ line: String) -> Completion {
        Completion(
            of: line,
            models: ["phrasebook", "openai:gpt-5"],
            tools: [("getInventory", "read"), ("getInventoryList", "list"), ("searchWeb", "search")],
            conversations: ["One", "Two"],
            .english
        )
    }

    /// A line, and the line after the Tab key; `nil` if nothing changes.
    @Test(
        arguments: [
            ("/he", "/help"), ("/o", "/open "), ("/re", nil), ("/ret", "/retry"), ("/", nil), ("hello", nil),
            ("//", nil), ("/model p", "/model phrasebook"),
            ("/tools get", "/tools getInventory"), ("/tools getInventory", nil), ("/tools S", "/tools searchWeb"),
            ("/open 2", nil), ("/nothing x", nil), ("/help\n", nil),
        ] as [(String, String?)]
    ) func theTabKeyCompletes(line: String, expected: String?) {
        #expect(completion(line).extended(line) == expected)
    }

    @Test func theMenuNamesTheCandidates() {
        #expect(completion("/").candidates.count == SlashCommand.all.count)
        #expect(completion("/open ").candidates.map(\.label) == ["1", "2"])
        #expect(completion("/open ").candidates.map(\.summary) == ["One", "Two"])
        #expect(completion("/model ").candidates.map(\.line) == ["/model phrasebook", "/model openai:gpt-5"])
        #expect(completion("hello").candidates.isEmpty)
    }
}
