import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys rotations`: the latest rotations.
struct KeysRotationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rotations", abstract: "List the latest rotations.")

    @Argument(help: "The upstream, such as openai. Default: all.")
    var upstream: String?

    @Option(help: "The most rotations to list.")
    var limit = 20

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let path = upstream.map { "upstreams/\($0)/rotations" } ?? "rotations"
        try await options.print(.init(.get, path, query: ["limit": String(limit)])) { answer in
            var table = Table("ID", "UPSTREAM", "STATE", "OLD KEY", "NEW KEY", "CHECK", "BY", "ASKED AT", "REASON")
            for rotation in answer.list("rotations") {
                table.add(
                    rotation.shortID(),
                    rotation.cell("upstream"),
                    rotation.cell("state"),
                    rotation.shortID("old_key"),
                    rotation.shortID("new_key"),
                    (rotation["check"] ?? .null).cell("result"),
                    String(rotation.cell("requested_by").prefix(20)),
                    rotation.cell("created_at"),
                    rotation.cell("reason")
                )
            }
            return table.text(orIfEmpty: "There are no rotations.")
        }
    }
}
