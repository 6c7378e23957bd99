import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

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
            let token = try token.map { try ShortID.resolve($0, among: client.tokens.map(\.id), of: "token") }
            let request = TokenRotationRequest(overlapSeconds: overlap, token: token)
            let call = AdminClient.Call(.post, "clients", client.id, "rotate", body: request.jsonValue)
            let answer = try await admin.send(call, as: WireClientReply.self)
            try options.print(answer, as: ClientsCreateCommand.text)
        }
    }
}
