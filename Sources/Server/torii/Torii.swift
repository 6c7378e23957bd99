import ToriiApp
import ArgumentParser
import Foundation
import TerminalChat

/// The command line.
@main
struct Torii: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torii",
        abstract: "A gateway that runs agents for thin clients and keeps the keys of their services.",
        discussion: "Without a subcommand the server runs. 'torii help settings' explains every setting.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, ChatCommand.self, SignInCommand.self, KeysCommand.self, ClientsCommand.self,
            IssuersCommand.self, UsersCommand.self, ConversationsCommand.self,
            UsageCommand.self, ModelsCommand.self,
            ToolsCommand.self,
            VaultCommand.self, AuditCommand.self, InventoryCommand.self, BackupCommand.self, RestoreCommand.self,
            DoctorCommand.self, MCPCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        if handle(words) { return }
        do {
            var command = try parseAsRoot(words)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                // The help is a command too.
                try command.run()
            }
        } catch {
            leave(error, words)
        }
    }

    /// Prints an error, without keys and without what could steer a terminal, and exits.
    ///
    /// The exit status of `torii chat` distinguishes invalid arguments for scripts.
    private static func leave(_ error: any Error, _ words: [String]) -> Never {
        let code = exitCode(for: error)
        // The text of a help goes to the standard output.
        guard code != .success, !(error is ExitCode) else { exit(withError: error) }
        let text = error is UsageFailure ? "Error: \(error)" : fullMessage(for: error)
        Output.tell(KeyOnCommandLine.cleaned(text, of: words))
        let isUsage = error is UsageFailure || code == .validationFailure
        guard words.first == ChatCommand.configuration.commandName, isUsage else { exit(withError: code) }
        exit(withError: ExitCode(OneAnswer.Status.usage.rawValue))
    }

    /// Handles words that the argument parser cannot, and returns whether it did.
    private static func handle(_ words: [String]) -> Bool {
        switch FirstWords(words, commands: names(of: configuration.subcommands)) {
        case .settings:
            Output.print(SettingsHelp.text)
            return true
        case .unknown(let word, let path, let nearest):
            let name = { (last: String) in "'\((path + [last]).joined(separator: " "))'" }
            let hint = nearest.map { " Did you mean \(name($0))?" } ?? ""
            var command: any ParsableCommand.Type = Self.self
            for part in path {
                command = command.configuration.subcommands.first { $0._commandName == part } ?? command
            }
            let text = "Error: There is no command \(name(word)).\(hint)\n\n\(helpMessage(for: command))"
            Output.tell(KeyOnCommandLine.cleaned(text, of: words))
            exit(withError: ExitCode.validationFailure)
        case .command:
            return false
        }
    }

    private static func names(of commands: [any ParsableCommand.Type]) -> [FirstWords.CommandName] {
        // A key path would crash Swift 6.3's compiler here.
        commands.map { command in
            .init(command._commandName, names(of: command.configuration.subcommands))
        }
    }
}
