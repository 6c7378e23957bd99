import ToriiApp
import ArgumentParser
import StreamingJSON

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

    @Option(help: "A model that the key is for, such as gpt-5*. Repeat it for several. Default: all.")
    var model: [String] = []

    @Option(help: "A tool that the key is for. Repeat it for several. Default: all.")
    var tool: [String] = []

    @Option(help: "The time when the key expires, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var body: JSONObject = ["secret": .string(try SecretInput.read("Key of \(upstream)").text)]
        body["label"] = label.map(JSONValue.string)
        body["weight"] = weight.map(JSONValue.integer)
        if !model.isEmpty { body["models"] = .array(model.map(JSONValue.string)) }
        if !tool.isEmpty { body["tools"] = .array(tool.map(JSONValue.string)) }
        body["expires_at"] = expires.map(JSONValue.string)
        let call = AdminClient.Call(.post, "upstreams", upstream, "keys", body: .object(body))
        try await options.print(call) { answer in
            "Added key \((answer["key"] ?? .null).shortID()) of \(upstream); "
                + KeysCheckCommand.sentence(answer["check"] ?? .null)
        }
    }
}
