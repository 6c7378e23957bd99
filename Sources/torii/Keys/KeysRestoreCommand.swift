import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys restore`: a key that its upstream refused, used again.
struct KeysRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Use a key again that its upstream refused, unchecked.",
        discussion: "A key that is refused again rests again. torii keys check asks the upstream first."
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Argument(help: "The key's id.")
    var key: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            let id = try await console.key(key, of: upstream)
            let answer = try await console.send(.init(.post, "upstreams", upstream, "keys", id, "restore"))
            try await options.print(answer) { _ in "Key \(id.prefix(8)) of \(upstream) is used again." }
        }
    }
}
