import AgentTools
import KeyVault
import Transport

extension MCPServerDeclaration {
    /// Returns the authorizer for the declaration's OAuth settings; `nil` without them.
    ///
    /// - Throws: ``SettingsError`` that names the file and the fault.
    func oauthAuthorizer(client: HTTPClient, vault: KeyVault) throws(SettingsError) -> OAuthAuthorizer? {
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
            throw SettingsError(name: SettingName.toolsFolder.rawValue, message: "\(file): \(error.message)")
        }
    }
}
