import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients revoke`: shuts a client, or one of its tokens, out.
struct ClientsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Shut a client out, at once and also in its running turns.",
        discussion: "With --token only that token is taken back."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The id of the one token to take back.")
    var token: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            let client = try await console.client(client)
            let id = client.cell("id")
            if let token {
                let token = try ShortID.resolve(token, among: client.list("tokens"), of: "token")
                _ = try await console.send(.init(.delete, "clients", id, "tokens", token))
                try await options.print(["revoked": .string(token)]) { _ in "Revoked token \(token.prefix(8))." }
            } else {
                let answer = try await console.send(.init(.post, "clients", id, "revoke"))
                try await options.print(answer) { _ in "Revoked client \(id.prefix(8)), \(client.cell("name"))." }
            }
        }
    }
}
