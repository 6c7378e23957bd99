import APIDescription
import Accounts
import AgentRuntime
import AgentTools
import LanguageModels

extension RouteAccess {
    /// Returns the scope that a client lacks; `nil` if it may use the route.
    ///
    /// - Parameters:
    ///   - client: The caller.
    ///   - tool: The name of a tool in the path, as the caller wrote it.
    ///   - tools: The available tools.
    func missing(for client: Principal, tool: String?, tools: ToolRegistry) -> Scope? {
        let opening: [Scope]
        switch self {
        case .open: return nil
        case .anyOf(let scopes): opening = scopes
        case .anyRun: opening = [.chat, .extract] + client.scopes.filter(\.isOfTools)
        // Every client may read the list of tools.
        case .anyClient: opening = client.scopes.filter { !$0.isAdministrative } + [.chat]
        case .toolInPath:
            let tool = tool ?? ""
            let known = tools.tool(named: tool)
            if let known, known.name != ReadOn.toolName { return client.missingScope(for: known) }
            let name = known?.name ?? tool
            // A client that may call any tool may read the rest of its outputs. It never receives the output of another client.
            let others = name == ReadOn.toolName ? client.scopes.filter(\.isOfTools) : []
            opening = [.tool(name)] + others
        }
        return opening.contains(where: client.may) ? nil : opening.first
    }
}

extension Scope {
    /// Whether the scope is for calls of tools.
    fileprivate var isOfTools: Bool {
        switch self {
        case .tool, .allTools: true
        default: false
        }
    }
}
