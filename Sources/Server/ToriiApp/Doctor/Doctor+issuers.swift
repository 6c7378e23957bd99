import Accounts
import KeyVault
import Storage

extension Doctor {
    /// The most issuers whose keys are read at the same time.
    private static let mostIssuersAtOnce = 8

    /// Returns a finding for each issuer of tokens for users, whose keys are read, and one for each server in the settings whose tokens
    /// no client accepts.
    func issuerFindings(_ store: any Store, _ vault: KeyVault) async throws -> [DoctorReport.Finding] {
        let issuers = try await Issuers(
            store: store,
            vault: vault,
            reader: IssuerRequests(client: client, hosts: settings.issuerHosts),
            publicURL: settings.publicURL
        )
        let listed = issuers.list()
        typealias Result = (place: Int, findings: [DoctorReport.Finding])
        let findings = try await withThrowingTaskGroup(of: Result.self) { group in
            var results: [Int: [DoctorReport.Finding]] = [:]
            for (place, issuer) in listed.enumerated() {
                // The next one starts when one has ended.
                if place >= Self.mostIssuersAtOnce, let result = try await group.next() {
                    results[result.place] = result.findings
                }
                group.addTask { (place, try await Self.findings(of: issuer, among: issuers)) }
            }
            for try await result in group { results[result.place] = result.findings }
            return results
        }
        let inOrder: [DoctorReport.Finding] = listed.indices.flatMap { findings[$0] ?? [] }
        return inOrder
            + issuers.unaccepted(among: settings.authorizationServers).map { name in
                DoctorReport.Finding(
                    .broken,
                    SettingName.authorizationServers.rawValue,
                    "no client accepts tokens of \(name), so MCP clients that are sent there sign in for nothing; "
                        + "add it with `torii issuers add`"
                )
            }
    }

    /// Reads the keys of an issuer, and returns a finding for each warning, or one with the number of keys.
    private static func findings(
        of listed: IssuerDescription,
        among issuers: Issuers
    ) async throws -> [DoctorReport.Finding] {
        let issuer = try await issuers.check(listed.id, of: listed.client)
        let subject = "issuer \(issuer.name)"
        // The server may have the setting, although this command has not.
        guard !issuer.lacksPublicURL else {
            let fault =
                "its tokens name the server's URL, and the environment of this command has no "
                + "\(SettingName.publicURL.rawValue); set it here as for the server to have the issuer checked"
            return [.init(.warning, subject, fault)]
        }
        guard issuer.warnings.isEmpty else {
            // A key that is left out keeps no other one from being used.
            let state: DoctorReport.State = issuer.keys.isEmpty ? .broken : .warning
            return issuer.warnings.map { DoctorReport.Finding(state, subject, $0) }
        }
        let count = issuer.keys.count
        return [.init(.ok, subject, "\(issuer.issuer ?? "") has \(count) \(count == 1 ? "key" : "keys")")]
    }
}
