public import Secrets

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
        try ServerURL.check(base, hasToken: token != nil)
        let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
        url = trimmed.hasSuffix("/mcp") ? trimmed : trimmed + "/mcp"
        self.token = token
    }
}
