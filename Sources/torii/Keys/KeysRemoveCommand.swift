import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys remove`: a key out of use, erased.
struct KeysRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a key out of use and erase it.",
        discussion: "Calls that are under way end with it. It does not come back from the environment."
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Argument(help: "The key's id.")
    var key: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            let id = try await console.key(key, of: upstream)
            _ = try await console.send(.init(.delete, "upstreams", upstream, "keys", id))
            try await options.print(["removed": .string(id)]) { _ in "Removed key \(id.prefix(8)) of \(upstream)." }
        }
    }
}
