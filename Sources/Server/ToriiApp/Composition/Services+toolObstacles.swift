import AgentTools
import DeclaredTools
import MCPClient
import Foundation
import KeyVault
import ToolDeclarations

extension Services {
    /// Returns what keeps tools from working now, without names that strangers must not know.
    static func toolObstacles(
        _ settings: Settings,
        _ catalog: ToolCatalog,
        _ servers: DeclaredServers,
        _ files: DeclaredToolFiles,
        _ vault: KeyVault
    ) -> @Sendable () -> [String] {
        { [names = settings.toolsApproval] in
            let tools = catalog.current
            var obstacles: [String] = []
            if names.contains(where: { tools.tool(named: $0) == nil }) {
                obstacles.append("\(SettingName.toolsApproval.rawValue) names a tool that is not there")
            }
            if servers.status.contains(where: \.isDown) { obstacles.append("a declared MCP server cannot be reached") }
            let isWaiting = files.upstreams.contains {
                $0.needsKey && vault.awaitsConfirmation($0.name, for: $0.keyDestinations)
            }
            if isWaiting { obstacles.append("a service's keys wait for 'torii keys confirm'") }
            return obstacles
        }
    }
}
