import AgentTools
import MCPClient
import Foundation
import KeyVault
import Logging
import Storage

extension Services {
    /// Returns the declared servers; none is started yet.
    ///
    /// - Throws: The errors of their authorizers.
    static func toolServers(
        home: OpenVault,
        catalog: ToolCatalog,
        logger: Logger
    ) throws -> DeclaredServers {
        let (vault, store) = (home.vault, home.store)
        return try DeclaredServers(
            home.servers.servers,
            in: DeclaredServers.Surroundings(
                client: home.client,
                catalog: catalog,
                store: store,
                lease: { try await vault.lease($0, for: .tool($0)) },
                authorizer: { [authorizers = home.authorizers] server in
                    if let authorizer = authorizers[server.name] { return authorizer }
                    return MCPNoAuthorization()
                },
                environment: ProcessInfo.processInfo.environment,
                accepted: { server, tools in
                    for tool in tools {
                        try? await vault.appendAudit(.torii, ("tool.accept", "\(server)/\(tool)", "done: first use"))
                    }
                },
                note: { log($1, of: $0, logger) }
            )
        )
    }

    private static func log(_ notice: MCPServerNotice, of server: String, _ logger: Logger) {
        let name: Logger.Metadata = ["server": "\(server)"]
        func list(_ tools: [String]) -> Logger.Metadata {
            name.merging(["tools": "\(tools.prefix(20).joined(separator: ", "))", "count": "\(tools.count)"]) { $1 }
        }
        switch notice {
        case .ready(let count):
            logger.info(
                "The tools of a declared server are offered",
                metadata: name.merging(["count": "\(count)"]) { $1 }
            )
        case .failed(let fault):
            logger.warning(
                "A declared server cannot be used now; it is tried again",
                metadata: name.merging(["fault": "\(fault)"]) { $1 }
            )
        case .output(let line): logger.info("\(line)", metadata: name)
        case .refused(let tool, let reason):
            logger.warning(
                "A tool of a declared server is not offered",
                metadata: name.merging(["tool": "\(tool)", "reason": "\(reason)"]) { $1 }
            )
        case .accepted(let tools):
            logger.notice("The first definitions of a declared server's tools are accepted", metadata: list(tools))
        case .withheldNew(let tools):
            logger.warning(
                "New tools of a declared server wait for `torii tools accept`",
                metadata: list(tools)
            )
        case .withheldChanged(let tools):
            logger.warning(
                "Tools of a declared server changed after they were accepted, and wait for `torii tools accept`",
                metadata: list(tools)
            )
        }
    }
}
