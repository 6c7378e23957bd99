import AgentTools
import KeyVault
import Transport

extension DAVSettings {
    /// Returns the account, with the passwords in the vault; `nil` without an address.
    func account(client: HTTPClient, vault: KeyVault, _ upstream: Upstream, for tool: String) -> DAVAccount? {
        baseURL.map { url in
            DAVAccount(client: client, baseURL: url, userName: userName) {
                try await vault.lease(upstream.name, for: .tool(tool))
            }
        }
    }
}
