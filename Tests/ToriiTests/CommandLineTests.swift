import Foundation
import Testing

/// The program with unknown commands, and its help of settings and completions.
@Suite(.timeLimit(.minutes(1))) struct CommandLineTests {
    @Test func anUnknownCommandPrintsTheTopLevelHelp() async throws {
        try await withTemporaryFolder { folder in
            let result = try await Command(folder: folder)("backups")
            #expect(result.status == 64)
            #expect(result.output.isEmpty)
            #expect(
                result.errors.hasPrefix("Error: There is no command 'backups'. Did you mean 'backup'?\n\nOVERVIEW: ")
            )
            #expect(result.errors.contains("SUBCOMMANDS:"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test func settingsAreExplained() async throws {
        try await withTemporaryFolder { folder in
            let result = try await Command(folder: folder, settings: ["TORII_PORT": "not a port"])("help", "settings")
            #expect(result.status == 0)
            #expect(result.output.contains("  TORII_PORT=8080\n      The port to listen on; 0 for a free one.\n"))
            #expect(result.output.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsKnowTheCommands(shell: String) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Command(folder: folder)("--generate-completion-script", shell)
            #expect(result.status == 0)
            for word in ["backup", "restore", "conversations", "with-master-key"] {
                #expect(result.output.contains(word))
            }
        }
    }
}
