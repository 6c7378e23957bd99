import AgentTools
import MCPClient
import KeyVault
import ToolDeclarations
import Transport

extension MCPServerDeclaration {
    /// Returns the authorizer for the declaration's OAuth settings; `nil` without them.
    ///
    /// - Throws: `DeclarationError` that names the file and the fault.
    func oauthAuthorizer(client: HTTPClient, vault: KeyVault) throws(DeclarationError) -> OAuthAuthorizer? {
        guard let authorization, let url else { return nil }
        do {
            let configuration = try OAuthConfiguration(
                name: name,
                url: url,
                authorization: authorization,
                key: { [name] in try await vault.lease(name, for: .tool(name)) }
            )
            return OAuthAuthorizer(
                configuration,
                client: client,
                store: VaultOAuthStore(vault: vault, server: name)
            )
        } catch {
            throw DeclarationError(file, error.message)
        }
    }
}
