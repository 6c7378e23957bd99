import AgentTools
import KeyVault
import Secrets
import ToolDeclarations
import Transport

/// A key checker that chooses the checker of the key's upstream.
struct UpstreamKeyChecker: KeyChecker {
    let checkers: [Upstream: any KeyChecker]
    /// The checkers of declared servers and services, by name.
    let declared: [String: any KeyChecker]

    /// Creates the checkers of all upstreams that need keys.
    init(settings: Settings, client: HTTPClient) {
        checkers = Dictionary(
            uniqueKeysWithValues: Upstream.keyed.compactMap { upstream in
                upstream.checker.map { (upstream, $0(settings.values(of: upstream), client)) }
            }
        )
        let surroundings = DeclaredToolSurroundings(client: client, hosts: settings.toolsHosts)
        let services = settings.toolFiles.compactMap(\.upstream)
        let checkers: [(String, any KeyChecker)] =
            settings.toolServers.map { ($0.name, MCPServerKeyChecker($0, client: client)) }
            + services.map { ($0.name, DeclaredKeyChecker($0, in: surroundings)) }
        declared = Dictionary(checkers, uniquingKeysWith: { first, _ in first })
    }

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        if let checker = declared[upstream] { return await checker.check(secret, for: upstream) }
        guard let checker = Upstream.keyed(upstream).flatMap({ checkers[$0] }) else {
            return .unknown(reason: "keys of \(upstream) cannot be checked")
        }
        return await checker.check(secret, for: upstream)
    }
}
