import ToriiApp
import ArgumentParser
import Foundation

/// `torii inventory`: imports and exports the inventory in Torii's own database.
struct InventoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory",
        abstract: "Import and export the inventory in Torii's own database.",
        subcommands: [Import.self, Export.self]
    )

    /// What both commands take.
    struct Options: ParsableArguments {
        @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
        var dataDir: String?

        /// The inventory that the settings name.
        func archive() async throws -> InventoryArchive {
            var settings = try await Settings.load()
            if let dataDir { settings.dataDirectory = dataDir }
            return InventoryArchive(settings: settings)
        }
    }

    /// `torii inventory import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import a file of comma-separated values.",
            discussion: """
                The file is UTF-8. Its first line names the columns: id, title, quantity, unit, category, place, state, code, note, \
                created_at, updated_at, or their Japanese names. An apostrophe before a text that begins with = + - @, a tab or a line \
                end is taken off, as an export puts it there. A row with the id of an item changes that item: an empty field \
                empties it, and columns that the file does not have stay. All other rows are new items. If a line cannot be taken, \
                nothing is imported, and every such line is named.
                """
        )

        @Argument(help: "The file.")
        var file: String

        @Flag(help: "Say what would be done, and do nothing.")
        var dryRun = false

        @Flag(help: "Leave out columns that the inventory does not have.")
        var ignoreUnknownColumns = false

        @OptionGroup var options: Options

        func run() async throws {
            let report = try await options.archive().importFile(
                file,
                isRehearsal: dryRun,
                ignoresUnknownColumns: ignoreUnknownColumns
            )
            FileHandle.standardOutput.write(Data("\(report)\n".utf8))
        }
    }

    /// `torii inventory export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export all items as comma-separated values.",
            discussion: """
                An import reads the file back as it was, into this database or another. A text that begins with = + - @, a tab or a \
                line end gets an apostrophe before it, because a spreadsheet would take it for a formula; an import takes it off \
                again.
                """
        )

        @Argument(help: "The file; the standard output when none is named.")
        var file: String?

        @Flag(help: "Give the columns Japanese names.")
        var japanese = false

        @Flag(help: "Begin with a byte order mark, for Excel.")
        var bom = false

        @OptionGroup var options: Options

        func run() async throws {
            let report = try await options.archive().exportFile(
                file,
                isJapanese: japanese,
                hasByteOrderMark: bom
            )
            FileHandle.standardError.write(Data("\(report)\n".utf8))
        }
    }
}
