import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients list`: all clients.
struct ClientsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List clients, their scopes, limits and tokens.",
        discussion: "The tokens in the settings (TORII_CLIENT_TOKEN, TORII_ADMIN_TOKEN) are not listed."
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.print(.init(.get, "clients")) { (list: WireList<WireClient>) in
            var table = Table("ID", "NAME", "SCOPES", "LIMITS", "TOKENS", "EXPIRES", "REVOKED")
            for client in list.elements {
                let tokens = client.tokens.map { token in
                    (token.lastFour.map { "…" + $0 } ?? Cell.id(token.id))
                        + (token.expiresAt.map { " until " + Cell.time($0) } ?? "")
                }
                table.add(
                    Cell.id(client.id),
                    client.name,
                    Cell.row(client.scopes),
                    ClientsLimitsCommand.words(client.limits, client.currency),
                    tokens.joined(separator: ", "),
                    Cell.time(client.expiresAt),
                    Cell.time(client.revokedAt)
                )
            }
            return table.text(orIfEmpty: "There are no clients other than those in the settings.")
        }
    }
}

extension AdminClient {
    /// Returns the client with this name, or the one with an id that starts with this text.
    func client(_ text: String) async throws -> WireClient {
        try ShortID.client(text, among: try await clients())
    }

    /// Returns all clients.
    func clients() async throws -> [WireClient] {
        try await send(.init(.get, "clients"), as: WireList<WireClient>.self).elements
    }

    /// Returns the id of a client that may have data although it is not listed: one in the settings, or a deleted one.
    func clientID(_ text: String) async throws -> String {
        // The server resolves whole ids.
        if text.hasPrefix("preset:") || text.utf8.count == 36 { return text }
        do { return try await client(text).id } catch let failure as AdminFailure
            where failure.document["status"]?.intValue == 403
        {
            throw CommandFailure(
                "The admin token may not read the list of clients, in which '\(text)' is looked up. Write the whole id of the client."
            )
        }
    }
}
