import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii restore`: the restore of a backup into a data folder.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup into a data folder that no server uses.",
        discussion: """
            The backup's pages, version and audit chain are checked first, and an older version is migrated. The command needs the \
            master key of the backup: in TORII_MASTER_KEY, in TORII_MASTER_KEY_FILE, in master.key in the data folder, or in \
            <file>.master-key beside the backup.
            """
    )

    @Argument(help: "The file that torii backup wrote.")
    var file: String

    @Flag(help: "Replace an existing database, which is kept in a folder of its own.")
    var force = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let settings = try await options.settings()
        let report = try await DatabaseRestore(settings: settings).restore(file, isReplacing: force)
        options.print(report.jsonValue, orText: report.text)
    }
}
