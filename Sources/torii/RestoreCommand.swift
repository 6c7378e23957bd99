import ToriiApp
import ArgumentParser

/// `torii restore`: a backup put into a data folder.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder where no server runs.",
        discussion: """
            The backup's pages, its version and its audit chain are checked first, and an older version is brought up to date. It needs \
            the master key of the backup: in TORII_MASTER_KEY, in TORII_MASTER_KEY_FILE, in master.key in the data folder, or in \
            <file>.master-key beside the backup.
            """
    )

    @Argument(help: "The file that torii backup has written.")
    var file: String

    @Flag(help: "Take the place of a database that is there; it is kept in a folder of its own.")
    var force = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let settings = try await options.settings()
        let report = try await DatabaseRestore(settings: settings).restore(file, isReplacing: force)
        try await options.print(report.jsonValue) { _ in report.text }
    }
}
