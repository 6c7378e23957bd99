import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients create`: a new client and its token.
struct ClientsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a client, and print its token once."
    )

    @Argument(help: "A unique name, which commands also accept in place of the id.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "A scope: chat, extract, tools:*, tools:<name>, admin:read, admin:keys or admin:clients. Repeat it for several.",
            discussion: "Default: chat, extract and tools:*."
        )
    )
    var scope: [String] = []

    @Option(help: "The time when its tokens expire, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @OptionGroup var limits: LimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var body: JSONObject = ["name": .string(name), "limits": .object(try limits.changing([:]))]
        if !scope.isEmpty { body["scopes"] = .array(scope.map(JSONValue.string)) }
        body["expires_at"] = expires.map(JSONValue.string)
        try await options.withAdmin { admin in
            let answer = try await admin.send(.init(.post, "clients", body: .object(body)))
            Output.warn(of: answer)
            try await options.print(answer, as: Self.text)
        }
    }

    /// Returns the client and its token, which is not stored in clear text.
    static func text(_ answer: JSONValue) -> String {
        let client = answer["client"] ?? .null
        return """
            Client \(client.shortID()), \(client.cell("name")): \(client.cell("scopes"))
            Its token, printed only once: \((answer["token"] ?? .null).cell("secret"))
            """
    }
}
