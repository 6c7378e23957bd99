import AgentWire
import ArgumentParser
import ToriiApp

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
        try await options.print(.init(.get, path, query: ["limit": String(limit)])) { (list: WireList<WireRotation>) in
            var table = Table("ID", "UPSTREAM", "STATE", "OLD KEY", "NEW KEY", "CHECK", "BY", "ASKED AT", "REASON")
            for rotation in list.elements {
                table.add(
                    Cell.id(rotation.id),
                    rotation.upstream,
                    rotation.state.rawValue,
                    Cell.id(rotation.oldKey),
                    Cell.id(rotation.newKey),
                    rotation.check?.result.rawValue ?? "",
                    String(rotation.requestedBy.prefix(20)),
                    Cell.time(rotation.createdAt),
                    rotation.reason ?? ""
                )
            }
            return table.text(orIfEmpty: "There are no rotations.")
        }
    }
}
