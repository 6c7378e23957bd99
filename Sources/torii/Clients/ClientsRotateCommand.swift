import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients rotate`: a new token; the old ones live on for a while.
struct ClientsRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Issue a new token, and let the old ones end after a while."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "For how many seconds old tokens are accepted yet; 0 ends them at once.")
    var overlap = 86_400

    @Option(help: "The id of the one token to replace; all of the client's when it is left out.")
    var token: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            let client = try await console.client(client)
            var body: JSONObject = ["overlap_seconds": .integer(overlap)]
            if let token {
                body["token"] = .string(try ShortID.resolve(token, among: client.list("tokens"), of: "token"))
            }
            let call = AdminConsole.Call(.post, "clients", client.cell("id"), "rotate", body: .object(body))
            try await options.print(try await console.send(call), as: ClientsCreateCommand.text)
        }
    }
}
