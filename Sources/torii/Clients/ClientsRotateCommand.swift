import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients rotate`: a new token, with an overlap for the old ones.
struct ClientsRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Create a new token, and let the old ones expire."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The seconds for which the old tokens stay valid; 0 revokes them at once.")
    var overlap = 86_400

    @Option(help: "The id of the only token to replace. Default: all of the client's tokens.")
    var token: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            var body: JSONObject = ["overlap_seconds": .integer(overlap)]
            if let token {
                body["token"] = .string(try ShortID.resolve(token, among: client.list("tokens"), of: "token"))
            }
            let call = AdminClient.Call(.post, "clients", client.cell("id"), "rotate", body: .object(body))
            try await options.print(try await admin.send(call), as: ClientsCreateCommand.text)
        }
    }
}
