import Accounts
import Testing

@testable import AgentServer
@testable import ToriiApp

@Suite struct FirstWordsTests {
    private static let commands = ["serve", "keys", "clients", "usage", "vault", "doctor"]

    private static let cases: [(words: [String], expected: FirstWords)] = [
        (["nope"], .unknown("nope", nearest: nil)), (["client", "list"], .unknown("client", nearest: "clients")),
        (["dokter"], .unknown("dokter", nearest: "doctor")), (["\u{1B}[2J"], .unknown("[2J", nearest: nil)),
        (["help", "settings"], .settings), (["help", "keys"], .command), (["help"], .command), ([], .command),
        (["--port", "0"], .command), (["---completion", "keys"], .command),
        (["keys", "nope"], .unknown("nope", of: ["keys"], nearest: nil)),
        (["keys", "lst", "openai"], .unknown("lst", of: ["keys"], nearest: "list")),
        (["keys", "list", "nope"], .command), (["keys", "--help"], .command), (["keys"], .command),
        (["usage", "nope"], .command), (["help", "kyes"], .unknown("kyes", nearest: "keys")),
        (["help", "setings"], .unknown("setings", nearest: "settings")),
        (["help", "keys", "lst"], .unknown("lst", of: ["keys"], nearest: "list")),
        (["help", "settings", "x"], .settings), (["help", "help"], .command), (["help", "help", "settings"], .command),
    ]

    @Test(arguments: cases) func unknownCommandsAreDetected(words: [String], expected: FirstWords) {
        let commands = Self.commands.map {
            FirstWords.CommandName($0, $0 == "keys" ? [.init("list"), .init("add")] : [])
        }
        #expect(FirstWords(words, commands: commands) == expected)
    }

    @Test(arguments: [
        ("client", "clients"), ("keys", "keys"), ("kees", "keys"), ("nope", nil as String?), ("", nil),
        (String(repeating: "a", count: 100_000), nil),
    ])
    func aSuggestionIsSimilarEnough(word: String, nearest: String?) {
        #expect(Suggestion.nearest(to: word, among: Self.commands) == nearest)
    }
}
