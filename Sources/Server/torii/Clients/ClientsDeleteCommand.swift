import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients delete`: the removal of a client and its data.
struct ClientsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a client, its tokens and its stored data.",
        discussion: """
            Its running turns are interrupted, and its conversations, runs and health samples are erased. Its usage stays recorded. To \
            block a client without erasing anything, use torii clients revoke.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Flag(help: "Keep its conversations, runs and health samples.")
    var keep = false

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            try await confirmation.ask {
                let start =
                    "This deletes client \(Cell.id(client.id)), \(client.name), with \(Confirmation.count(client.tokens.count, "token"))"
                guard !keep else { return start + ". Its conversations, runs and health samples are kept." }
                let conversations = try await admin.conversationCount(of: client.id)
                return start
                    + ", and erases \(conversations), its runs and its health samples. Only a backup brings them back."
            }
            _ = try await admin.send(.init(.delete, "clients", client.id, query: keep ? ["keep": "true"] : [:]))
            options.print(
                ["deleted": .string(client.id)],
                orText: "Deleted client \(Cell.id(client.id)), \(client.name)." + (keep ? " Its data was kept." : "")
            )
        }
    }
}
