import AgentWire
import ArgumentParser
import ToriiApp

/// `torii keys restore`: the return of a refused key to use.
struct KeysRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Use a refused key again without a check.",
        discussion: "If its upstream refuses it again, it is paused again. To check it first, use torii keys check."
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Argument(help: "The key's id.")
    var key: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin(for: .services) { admin in
            let id = try await admin.key(key, of: upstream)
            let call = AdminClient.Call(.post, "upstreams", upstream, "keys", id, "restore")
            try options.print(try await admin.send(call, as: WireKeyReply.self)) { _ in
                "Key \(Cell.id(id)) of \(upstream) is used again."
            }
        }
    }
}
