import AgentWire
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

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.key(key, of: upstream)
            try await confirmation.ask {
                let keys = try await admin.keys(of: upstream)
                let others = keys.count { $0.id != id && $0.state == .active }
                let name = keys.first { $0.id == id }.map { " '\($0.label)'" } ?? ""
                let rest =
                    others == 0
                    ? "No other active key of \(upstream) is left, so its calls fail."
                    : "\(Confirmation.count(others, "other active key")) of \(upstream) \(others == 1 ? "stays" : "stay")."
                return "This erases key \(Cell.id(id))\(name) for good. \(rest)"
            }
            _ = try await admin.send(.init(.delete, "upstreams", upstream, "keys", id))
            options.print(["removed": .string(id)], orText: "Removed key \(Cell.id(id)) of \(upstream).")
        }
    }
}
