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

    @Test(arguments: [
        (["keys", "lst"], "'keys lst'. Did you mean 'keys list'?"), (["help", "kyes"], "'kyes'. Did you mean 'keys'?"),
        (["help", "keys", "ad"], "'keys ad'. Did you mean 'keys add'?"),
    ])
    func anUnknownCommandNamesTheNearest(words: [String], named: String) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Command(folder: folder).run(words)
            #expect(result.status == 64 && result.output.isEmpty)
            #expect(result.errors.hasPrefix("Error: There is no command \(named)\n\nOVERVIEW: "), "\(result.errors)")
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

    @Test func modelsAreListedWithoutADataFolder() async throws {
        try await withTemporaryFolder { folder in
            let command = Command(folder: folder)
            let terra = try await command("models", "openai:gpt-6.1-terra")
            #expect(terra.status == 0)
            let words = terra.output.split(separator: "\n").last?.split(separator: " ").map(String.init) ?? []
            #expect(words.prefix(4) == ["openai:gpt-6.1-terra*", "1050000", "128000", "responses"])
            // A name that has no row of its own has the facts of its family.
            let newer = try await command("models", "gemini:gemini-9")
            #expect(newer.output.split(separator: "\n").last?.hasPrefix("gemini:gemini-9  1048576  65536") == true)
            let printed = try await command("models", "--json").output
            try printed.write(toFile: folder + "/models.json", atomically: true, encoding: .utf8)
            let own = Command(folder: folder, settings: ["TORII_MODEL_FILE": folder + "/models.json"])
            #expect(try await own("models").status == 0)
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
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
