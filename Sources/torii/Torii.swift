import ToriiApp
import ArgumentParser
import Foundation

/// The command line.
@main
struct Torii: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torii",
        abstract: "The gate between thin clients and the services they may not hold keys for.",
        discussion: "Without a subcommand the server is run. 'torii help settings' explains every setting.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, KeysCommand.self, ClientsCommand.self, ConversationsCommand.self, UsageCommand.self,
            VaultCommand.self, AuditCommand.self, InventoryCommand.self, BackupCommand.self, RestoreCommand.self,
            DoctorCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        if isAnswered(words) { return }
        let arguments: [String]? = words
        await main(arguments)
    }

    /// Answers words that are not the argument parser's to read.
    private static func isAnswered(_ words: [String]) -> Bool {
        // A key path would crash Swift 6.3's compiler here.
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
        switch FirstWords(words, commands: commands) {
        case .settings:
            Output.print(SettingsHelp.text)
            return true
        case .unknown(let word, let nearest):
            let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
            let text = "Error: There is no command '\(word)'.\(hint)\n\n\(helpMessage())\n"
            FileHandle.standardError.write(Data(text.utf8))
            exit(withError: ExitCode.validationFailure)
        case .command:
            return false
        }
    }
}
