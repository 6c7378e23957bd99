import ToriiApp
import ArgumentParser
import Foundation

/// `torii inventory`: the import and export of the built-in inventory.
struct InventoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory",
        abstract: "Import and export the built-in inventory.",
        subcommands: [Import.self, Export.self]
    )

    /// The options of both commands.
    struct Options: ParsableArguments {
        @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
        var dataDir: String?

        /// Returns the archive of the configured inventory.
        func archive() async throws -> InventoryArchive {
            var settings = try await Settings.load(for: .dataFolder, warn: Output.warn)
            if let dataDir { settings.dataDirectory = dataDir }
            return InventoryArchive(settings: settings)
        }
    }

    /// `torii inventory import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import a file of comma-separated values.",
            discussion: """
                The file is UTF-8. Its first line has the names of the columns: id, title, quantity, unit, category, place, state, code, \
                note, created_at, updated_at, or their Japanese names. An export puts an apostrophe before a text that starts with = + - \
                @, a tab or a line break; the import removes it. A row with the id of an item changes that item: an empty field clears \
                the value, and columns that are not in the file do not change. All other rows are new items. If a line is invalid, \
                nothing is imported, and every invalid line is reported.
                """
        )

        @Argument(help: "The file.")
        var file: String

        @Flag(help: "Print what the import would do, and change nothing.")
        var dryRun = false

        @Flag(help: "Ignore columns that the inventory does not have.")
        var ignoreUnknownColumns = false

        @OptionGroup var options: Options

        func run() async throws {
            let report = try await options.archive().importFile(
                file,
                isRehearsal: dryRun,
                ignoresUnknownColumns: ignoreUnknownColumns
            )
            Output.print(report)
        }
    }

    /// `torii inventory export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export all items as comma-separated values.",
            discussion: """
                An import restores the file unchanged, into this database or another. A text that starts with = + - @, a tab or a line \
                break gets an apostrophe before it, because a spreadsheet would read it as a formula; an import removes it.
                """
        )

        @Argument(help: "The file. Default: the standard output.")
        var file: String?

        @Flag(help: "Use Japanese names for the columns.")
        var japanese = false

        @Flag(help: "Start with a byte order mark, for Excel.")
        var bom = false

        @OptionGroup var options: Options

        func run() async throws {
            let report = try await options.archive().exportFile(
                file,
                isJapanese: japanese,
                hasByteOrderMark: bom
            )
            Output.tell(report)
        }
    }
}
