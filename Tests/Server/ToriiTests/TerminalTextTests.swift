import Foundation
import KeyVault
import Secrets
import StorageSQLite
import Testing

/// Texts of others on a terminal.
@Suite(.timeLimit(.minutes(1))) struct TerminalTextTests {
    /// A label of an earlier version can have any character.
    @Test func noCommandPrintsWhatSteersATerminal() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(
                folder: folder,
                settings: ["TAVILY_BASE_URL": "http://127.0.0.1:9", "TORII_TOOLS": "searchWeb", "TORII_PORT": "0"]
            )
            #expect(try await torii("keys", "add", "tavily", input: "tvly-0123456789abcdef").status == 0)
            let store = try SQLiteStore(path: folder + "/data/torii.sqlite")
            let keys = MasterKeySources(defaultFile: folder + "/data/master.key")
            let vault = try await KeyVault(store: store, masterKeys: try keys.load(creatingIfMissing: false))
            let label = "evil\u{1B}[31m\u{9B}2J\u{202E}end"
            _ = try await vault.add(SecretString("tvly-fedcba9876543210"), to: "tavily", label: label)
            for words in [["doctor"], ["keys", "list"], ["audit", "list"]] {
                let result = try await torii.run(words)
                let text = result.output + result.errors
                #expect(
                    !text.unicodeScalars.contains { "\u{1B}\u{9B}\u{202E}".unicodeScalars.contains($0) },
                    "\(words)"
                )
                if words != ["audit", "list"] { #expect(text.contains("evil[31m2Jend"), "\(text)") }
            }
        }
    }
}
