import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients list`: all clients.
struct ClientsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List clients, their scopes, limits and tokens.",
        discussion: "The tokens in the settings (TORII_CLIENT_TOKEN, TORII_ADMIN_TOKEN) are not listed."
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.print(.init(.get, "clients")) { answer in
            var table = Table("ID", "NAME", "SCOPES", "LIMITS", "TOKENS", "EXPIRES", "REVOKED")
            for client in answer.list("clients") {
                let tokens = client.list("tokens").map { token in
                    (token["last_four"]?.stringValue.map { "…" + $0 } ?? token.shortID())
                        + (token["expires_at"]?.stringValue.map { " until " + $0 } ?? "")
                }
                table.add(
                    client.shortID(),
                    client.cell("name"),
                    client.cell("scopes"),
                    ClientsLimitsCommand.words(client["limits"] ?? .null),
                    tokens.joined(separator: ", "),
                    client.cell("expires_at"),
                    client.cell("revoked_at")
                )
            }
            return table.text(orIfEmpty: "There are no clients other than those in the settings.")
        }
    }
}

extension AdminClient {
    /// Returns the client with this name, or the one with an id that starts with this text.
    func client(_ text: String) async throws -> JSONValue {
        let clients = try await send(.init(.get, "clients")).list("clients")
        let id = try ShortID.client(text, among: clients)
        return clients.first { $0["id"]?.stringValue == id } ?? .null
    }

    /// Returns the id of a client that may have data although it is not listed: one in the settings, or a deleted one.
    func clientID(_ text: String) async throws -> String {
        // The server resolves whole ids.
        if text.hasPrefix("preset:") || text.utf8.count == 36 { return text }
        return try await client(text).cell("id")
    }
}
