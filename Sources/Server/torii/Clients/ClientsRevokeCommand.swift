import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients revoke`: the revocation of a client or of one of its tokens.
struct ClientsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a client at once, including its running turns.",
        discussion: "With --token only that token is revoked."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The id of the only token to revoke.")
    var token: String?

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            if let token {
                let token = try ShortID.resolve(token, among: client.tokens.map(\.id), of: "token")
                try await confirmation.ask {
                    "This revokes token \(Cell.id(token)) of \(client.name) for good, and interrupts its streams."
                }
                _ = try await admin.send(.init(.delete, "clients", client.id, "tokens", token))
                options.print(["revoked": .string(token)], orText: "Revoked token \(Cell.id(token)).")
            } else {
                try await confirmation.ask {
                    "This revokes \(client.name) and \(Confirmation.count(client.tokens.count, "token")) for good, and interrupts its running turns."
                }
                let call = AdminClient.Call(.post, "clients", client.id, "revoke")
                try options.print(try await admin.send(call, as: WireClientReply.self)) { answer in
                    "Revoked client \(Cell.id(answer.client.id)), \(answer.client.name)."
                }
            }
        }
    }
}
