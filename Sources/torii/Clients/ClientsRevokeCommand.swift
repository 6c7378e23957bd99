import ToriiApp
import ArgumentParser
import StreamingJSON

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

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            let id = client.cell("id")
            if let token {
                let token = try ShortID.resolve(token, among: client.list("tokens"), of: "token")
                _ = try await admin.send(.init(.delete, "clients", id, "tokens", token))
                try await options.print(["revoked": .string(token)]) { _ in "Revoked token \(token.prefix(8))." }
            } else {
                let answer = try await admin.send(.init(.post, "clients", id, "revoke"))
                try await options.print(answer) { _ in "Revoked client \(id.prefix(8)), \(client.cell("name"))." }
            }
        }
    }
}
