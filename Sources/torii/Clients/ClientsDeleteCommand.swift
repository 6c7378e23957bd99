import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients delete`: a client gone, with all that is stored of it.
struct ClientsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a client, its tokens and everything that is stored of it.",
        discussion: """
            Its turns end at once, and its conversations, runs and health samples are erased. What it has used stays in the books. To \
            shut a client out and erase nothing, use torii clients revoke.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Flag(help: "Keep its conversations, runs and health samples.")
    var keep = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            let client = try await console.client(client)
            let id = client.cell("id")
            _ = try await console.send(.init(.delete, "clients", id, query: keep ? ["keep": "true"] : [:]))
            try await options.print(["deleted": .string(id)]) { _ in
                "Deleted client \(id.prefix(8)), \(client.cell("name"))." + (keep ? " Its data was kept." : "")
            }
        }
    }
}
