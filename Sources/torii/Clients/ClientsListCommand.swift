import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients list`: who there is.
struct ClientsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List clients, their scopes, limits and tokens.",
        discussion: "Tokens that the settings hold (TORII_CLIENT_TOKEN, TORII_ADMIN_TOKEN) are not listed."
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
            return table.text(orIfEmpty: "There are no clients but those of the settings.")
        }
    }
}

extension AdminConsole {
    /// The client of this name, or the one whose id begins so.
    func client(_ text: String) async throws -> JSONValue {
        let clients = try await send(.init(.get, "clients")).list("clients")
        let id = try ShortID.client(text, among: clients)
        return clients.first { $0["id"]?.stringValue == id } ?? .null
    }

    /// The id of a client whose data may still be there although it is not listed: one of the settings, or a deleted one.
    func clientID(_ text: String) async throws -> String {
        // Whole ids are the server's to know.
        if text.hasPrefix("preset:") || text.utf8.count == 36 { return text }
        return try await client(text).cell("id")
    }
}
