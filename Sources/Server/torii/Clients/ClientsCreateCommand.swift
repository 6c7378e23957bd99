import Accounts
import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients create`: a new client and its token.
struct ClientsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a client, and print its token once."
    )

    /// The scopes for the help.
    static let scopes = Scope.fixed.map(\.description).joined(separator: ", ")

    @Argument(help: "A unique name, which commands also accept in place of the id.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "A scope: \(Self.scopes) or tools:<name>. Repeat it for several.",
            discussion: "Default: chat, devices, extract and tools:*."
        )
    )
    var scope: [String] = []

    @Option(help: "The time when its tokens expire, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @Option(
        help: ArgumentHelp(
            "The server's own instructions for models: default, none, or a text in their place.",
            valueName: "default|none|text"
        )
    )
    var instructions: String?

    @OptionGroup var limits: ClientLimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let request = ClientRequest(
            name: name,
            scopes: scope.isEmpty ? nil : scope,
            limits: try limits.changing(WireClientLimits()),
            instructions: instructions,
            expiresAt: try TimeOption.read(expires, option: "expires")
        )
        try await options.withAdmin(isCreating: true) { admin in
            let call = AdminClient.Call(.post, "clients", body: request.jsonValue)
            let answer = try await admin.send(call, as: WireClientReply.self)
            Output.warn(of: answer)
            try options.print(answer, as: Self.text)
        }
    }

    /// Returns the client and its token, which is not stored in clear text.
    static func text(_ answer: WireClientReply) -> String {
        let client = answer.client
        return """
            Client \(Cell.id(client.id)), \(client.name): \(Cell.row(client.scopes))
            Its token, printed only once: \(answer.token?.secret.shown ?? "")
            """
    }
}
