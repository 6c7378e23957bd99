import DeclaredTools
import MCPClient
import KeyVault
import Secrets
import ToolDeclarations
import Transport

/// A key checker that chooses the checker of the key's upstream.
struct UpstreamKeyChecker: KeyChecker {
    let checkers: [Upstream: any KeyChecker]
    /// The checkers of declared servers, by name.
    let servers: [String: any KeyChecker]
    /// The files that declare services.
    let toolFiles: ToolFilesInUse
    private let surroundings: DeclaredToolSurroundings

    /// Creates the checkers of all upstreams that need keys, and of the services of declarations.
    init(
        settings: Settings,
        client: HTTPClient,
        toolFiles: ToolFilesInUse = ToolFilesInUse(),
        servers declared: [MCPServerDeclaration] = []
    ) {
        checkers = Dictionary(
            uniqueKeysWithValues: Upstream.keyed.compactMap { upstream in
                upstream.checker.map { (upstream, $0(settings.values(of: upstream), client)) }
            }
        )
        surroundings = DeclaredToolSurroundings(client: client, phrases: nil, hosts: settings.toolsHosts)
        self.toolFiles = toolFiles
        servers = Dictionary(
            declared.map { ($0.name, MCPServerKeyChecker($0, client: client)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        await check(secret, for: upstream, within: nil)
    }

    func check(_ secret: SecretString, for upstream: String, within destinations: [String]) async -> KeyCheck {
        await check(secret, for: upstream, within: Optional(destinations))
    }

    func destinations(of upstream: String) -> [String]? {
        servers[upstream] == nil ? toolFiles.upstream(upstream)?.keyDestinations : nil
    }

    func canCheck(_ upstream: String) -> Bool {
        if let checker = servers[upstream] { return checker.canCheck(upstream) }
        if let service = toolFiles.upstream(upstream) { return service.check != nil }
        return Upstream.keyed(upstream).flatMap { checkers[$0] } != nil
    }

    func form(of upstream: String) -> KeyForm {
        if servers[upstream] != nil { return .token }
        if let service = toolFiles.upstream(upstream) { return service.keyForm }
        return Upstream.keyed(upstream)?.keyForm ?? .token
    }

    /// Checks a key, and sends it nowhere else than to some places if there is a list of them.
    private func check(_ secret: SecretString, for upstream: String, within destinations: [String]?) async -> KeyCheck {
        if let checker = servers[upstream] { return await checker.check(secret, for: upstream) }
        if let service = toolFiles.upstream(upstream) {
            if let destinations, !Set(destinations).isSuperset(of: service.keyDestinations) {
                return .unknown(
                    reason: "the file of \(upstream) sends keys to a place that this key was not confirmed for; "
                        + "see 'torii keys confirm'"
                )
            }
            return await DeclaredKeyChecker(service, in: surroundings).check(secret, for: upstream)
        }
        guard let checker = Upstream.keyed(upstream).flatMap({ checkers[$0] }) else {
            return .unknown(reason: "keys of \(upstream) cannot be checked")
        }
        return await checker.check(secret, for: upstream)
    }
}
