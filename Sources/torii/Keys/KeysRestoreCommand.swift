import ToriiApp
import ArgumentParser
import StreamingJSON

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
        try await options.withAdmin { admin in
            let id = try await admin.key(key, of: upstream)
            let answer = try await admin.send(.init(.post, "upstreams", upstream, "keys", id, "restore"))
            try await options.print(answer) { _ in "Key \(id.prefix(8)) of \(upstream) is used again." }
        }
    }
}
