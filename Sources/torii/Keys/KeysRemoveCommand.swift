import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys remove`: the removal of a key.
struct KeysRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a key and erase it.",
        discussion: "Calls in progress may finish with it. The server does not import it again from the environment."
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Argument(help: "The key's id.")
    var key: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.key(key, of: upstream)
            _ = try await admin.send(.init(.delete, "upstreams", upstream, "keys", id))
            options.print(["removed": .string(id)], orText: "Removed key \(Cell.id(id)) of \(upstream).")
        }
    }
}
