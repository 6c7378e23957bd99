import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii backup`: a consistent copy of the database.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database, even while a server runs.",
        discussion: """
            The copy contains conversations, runs, sealed keys, clients, the inventory, health samples and the audit chain as of one \
            moment. It is written under a temporary name with mode 0600, and renamed after it is checked and on the disk. The server \
            continues during the copy. The command reads the data folder on this machine; run it as the folder's owner.
            """
    )

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace an existing file.")
    var force = false

    @Flag(help: "Also write the master key, to <file>.master-key. Anyone with both files can read every stored key.")
    var withMasterKey = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let settings = try await options.settings()
        let report = try await DatabaseBackup(settings: settings).write(
            to: file,
            isReplacing: force,
            withMasterKey: withMasterKey
        )
        options.print(report.jsonValue, orText: report.text)
    }
}
