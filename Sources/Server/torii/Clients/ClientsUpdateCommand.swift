import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients update`: a new name, new scopes or a new expiry for a client.
struct ClientsUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change a client's name, scopes or expiry.",
        discussion: "Only what an option names is changed. For the limits, use torii clients limits."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The new name.")
    var name: String?

    @Option(
        help: "A new scope: \(ClientsCreateCommand.scopes) or tools:<name>. Together they replace all current ones."
    )
    var scope: [String] = []

    @Option(help: "The time when its tokens expire, such as 2026-12-31T00:00:00Z, or never.")
    var expires: String?

    @Option(
        help: ArgumentHelp(
            "The server's own instructions for models: default, none, or a text in their place.",
            valueName: "default|none|text"
        )
    )
    var instructions: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        // Not in validate(), which would hide an unknown option.
        guard name != nil || !scope.isEmpty || expires != nil || instructions != nil else {
            throw ValidationError("There is nothing to change. Add --name, --scope, --expires or --instructions.")
        }
        try await options.withAdmin { admin in
            let id = try await admin.client(client).id
            var request = ClientChangeRequest(
                name: name,
                scopes: scope.isEmpty ? nil : scope,
                instructions: instructions
            )
            if let expires {
                request.expiresAt = .some(
                    expires == "never" ? nil : try TimeOption.read(expires, option: "expires")
                )
            }
            let call = AdminClient.Call(.patch, "clients", id, body: request.jsonValue)
            try options.print(try await admin.send(call, as: WireClientReply.self)) { answer in
                let client = answer.client
                let expiry = client.expiresAt.map { ", until \(Cell.time($0))" } ?? ""
                return "Client \(Cell.id(client.id)), \(client.name): \(Cell.row(client.scopes))\(expiry)"
            }
        }
    }
}
