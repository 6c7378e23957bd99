import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients create`: one more client, and its token.
struct ClientsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a client, and show its token this once."
    )

    @Argument(help: "A name for people, by which commands find it; no other client may have it.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "What it may do: chat, extract, tools:*, tools:<name>, admin:read, admin:keys, admin:clients; may be given several times.",
            discussion: "Without it: chat, extract and tools:*."
        )
    )
    var scope: [String] = []

    @Option(help: "From when on its tokens are refused, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @OptionGroup var limits: LimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var body: JSONObject = ["name": .string(name), "limits": .object(try limits.changing([:]))]
        if !scope.isEmpty { body["scopes"] = .array(scope.map(JSONValue.string)) }
        body["expires_at"] = expires.map(JSONValue.string)
        try await options.console { console in
            let answer = try await console.send(.init(.post, "clients", body: .object(body)))
            Output.warn(of: answer)
            try await options.print(answer, as: Self.text)
        }
    }

    /// The client, and the token that is shown nowhere else.
    static func text(_ answer: JSONValue) -> String {
        let client = answer["client"] ?? .null
        return """
            Client \(client.shortID()), \(client.cell("name")): \(client.cell("scopes"))
            Its token, shown this once: \((answer["token"] ?? .null).cell("secret"))
            """
    }
}
