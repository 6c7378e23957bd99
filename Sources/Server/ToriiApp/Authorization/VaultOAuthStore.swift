import MCPClient
import KeyVault
import Secrets

/// The credentials of an MCP server's authorization, sealed in the vault.
struct VaultOAuthStore: OAuthStore {
    /// The name of the document.
    private static let document = "oauth"

    let vault: KeyVault
    /// The name of the MCP server.
    let server: String

    /// Returns the stored document.
    @concurrent func load() async throws -> SecretString? {
        try await vault.document(Self.document, of: server)
    }

    /// Stores a document in place of the former one.
    @concurrent func save(_ document: SecretString) async throws {
        try await vault.keep(document, as: Self.document, of: server)
    }
}
