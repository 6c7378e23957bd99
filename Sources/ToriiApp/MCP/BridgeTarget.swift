import AgentServer
import Foundation
public import Secrets
import Transport

/// The server to which `torii mcp` passes the messages of its client.
public struct BridgeTarget: Sendable {
    /// The URL of the server's MCP interface.
    let url: String
    /// The token of a client of that server; `nil` for none.
    let token: SecretString?

    /// Makes a target.
    ///
    /// - Parameter base: The server's URL, with or without `/mcp`.
    /// - Throws: ``SettingsError`` if the URL is not one, or if it would expose the token to the network.
    public init(_ base: String, token: SecretString?) throws {
        guard let parsed = URL(string: base), let scheme = parsed.scheme, ["http", "https"].contains(scheme),
            let host = parsed.host(), parsed.user() == nil, parsed.password() == nil, parsed.query() == nil,
            parsed.fragment() == nil
        else {
            throw SettingsError(
                name: "TORII_URL",
                message: "it must be an http or https URL without a user name, a password, a query or a fragment"
            )
        }
        let name = host.trimmingCharacters(in: ["[", "]"])
        guard scheme == "https" || token == nil || Listener.isLoopback(name) || IPAddress(name)?.isOwn == true else {
            throw SettingsError(
                name: "TORII_URL",
                message: "plain http would expose the token to the network; use https, or a loopback address such as "
                    + "http://127.0.0.1:8080 at the end of an SSH tunnel"
            )
        }
        let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
        url = trimmed.hasSuffix("/mcp") ? trimmed : trimmed + "/mcp"
        self.token = token
    }
}
