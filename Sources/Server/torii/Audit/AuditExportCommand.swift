import ArgumentParser
import ToriiApp

/// `torii audit export`: the audit chain as JSON lines.
struct AuditExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the audit chain as JSON lines, the first row first."
    )

    @Option(help: "The first row to print.")
    var fromRow: Int?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var query: [String: String] = [:]
        query["from_row"] = fromRow.map(String.init)
        try await options.withAdmin { admin in
            try await admin.lines(.init(.get, "audit/export", query: query)) { Output.write($0) }
        }
    }
}
