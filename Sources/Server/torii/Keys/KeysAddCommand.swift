import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii keys add`: a new key of an upstream.
struct KeysAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a key after checking it with its upstream.",
        discussion: "Type the key, which is not shown, or pipe it in: torii keys add openai < file."
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Option(help: "A name for the key.")
    var label: String?

    @Option(help: "The key's share of the calls, from 0 (a spare) to 1000. Default: 1.")
    var weight: Int?

    @Option(help: "A model that the key is for, such as gpt-6*. Repeat it for several. Default: all.")
    var model: [String] = []

    @Option(help: "A tool that the key is for. Repeat it for several. Default: all.")
    var tool: [String] = []

    @Option(help: "The time when the key expires, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @OptionGroup var options: AdminOptions

    func validate() throws { try KeyOnCommandLine.refuse(asUpstream: upstream) }

    func run() async throws {
        let request = KeyRequest(
            secret: try SecretInput.read("Key of \(upstream)"),
            label: label,
            weight: weight,
            models: model.isEmpty ? nil : model,
            tools: tool.isEmpty ? nil : tool,
            expiresAt: try TimeOption.read(expires, option: "expires")
        )
        let call = AdminClient.Call(.post, "upstreams", upstream, "keys", body: request.jsonValue)
        try await options.withAdmin(isCreating: true, for: .services) { admin in
            try options.print(try await admin.send(call, as: WireKeyReply.self)) { answer in
                "Added key \(Cell.id(answer.key?.id ?? "")) of \(upstream); " + KeysCheckCommand.sentence(answer)
            }
        }
    }
}
