import Accounts
import KeyVault
import Storage

extension Doctor {
    /// Returns a finding for each issuer of tokens for users, whose keys are read, and one for each server in the settings whose tokens
    /// no client accepts.
    func issuerFindings(_ store: any Store, _ vault: KeyVault) async throws -> [DoctorReport.Finding] {
        let issuers = try await Issuers(
            store: store,
            vault: vault,
            reader: IssuerRequests(client: client, hosts: settings.issuerHosts),
            publicURL: settings.publicURL
        )
        var findings: [DoctorReport.Finding] = []
        for listed in issuers.list() {
            let issuer = try await issuers.check(listed.id, of: listed.client)
            let subject = "issuer \(issuer.name)"
            // The server may have the setting, although this command has not.
            guard !issuer.lacksPublicURL else {
                findings.append(
                    .init(
                        .warning,
                        subject,
                        "its tokens name the server's URL, and the environment of this command has no "
                            + "\(SettingName.publicURL.rawValue); set it here as for the server to have the issuer checked"
                    )
                )
                continue
            }
            // A key that is left out keeps no other one from being used.
            let state: DoctorReport.State = issuer.keys.isEmpty ? .broken : .warning
            findings += issuer.warnings.map { DoctorReport.Finding(state, subject, $0) }
            if issuer.warnings.isEmpty {
                let count = issuer.keys.count
                findings.append(
                    .init(.ok, subject, "\(issuer.issuer ?? "") has \(count) \(count == 1 ? "key" : "keys")")
                )
            }
        }
        return findings
            + issuers.unaccepted(among: settings.authorizationServers).map { name in
                DoctorReport.Finding(
                    .broken,
                    SettingName.authorizationServers.rawValue,
                    "no client accepts tokens of \(name), so MCP clients that are sent there sign in for nothing; "
                        + "add it with `torii issuers add`"
                )
            }
    }
}
