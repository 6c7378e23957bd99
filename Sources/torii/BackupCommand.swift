import ToriiApp
import ArgumentParser

/// `torii backup`: a consistent copy of the database.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database, also while a server runs.",
        discussion: """
            The copy holds conversations, runs, sealed keys, clients, the inventory, health samples and the audit chain as they were at \
            one moment. It is written under another name first, with mode 0600, and gets its name once it is checked and on disk. The \
            server goes on meanwhile. The command reads the data folder of this machine, as the user who owns it.
            """
    )

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace a file that is there.")
    var force = false

    @Flag(help: "Write the master key too, to <file>.master-key; whoever has both can read every stored key.")
    var withMasterKey = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let settings = try await options.settings()
        let report = try await DatabaseBackup(settings: settings).write(
            to: file,
            isReplacing: force,
            withMasterKey: withMasterKey
        )
        try await options.print(report.jsonValue) { _ in report.text }
    }
}
