import AgentTools
import HTTPTypes
import KeyVault
import LanguageModels

/// Which scopes open which route: the one table of who may do what over HTTP.
///
/// A route that it does not name needs the widest scope of its side, so that a new one is not open by accident.
struct RouteScopes: Sendable {
    let tools: ToolRegistry

    /// The scope that a client lacks for a route; nil when the route is open to it.
    /// - Parameters:
    ///   - client: Who asks.
    ///   - method: The request's method.
    ///   - route: The route as it was added, such as `/mcp/tools/:name`.
    ///   - tool: The name of a tool in the address, as the caller writes it.
    func missing(for client: Client, _ method: HTTPRequest.Method, _ route: String, tool: String?) -> Scope? {
        let parts = route.split(separator: "/")
        let reads = method == .get || method == .head
        let opening: [Scope]
        switch (parts.first, parts.dropFirst().first) {
        case ("v1", "tools"), ("mcp", "tools"):
            if let tool {
                let name = tools.tool(named: tool)?.name ?? tool
                // Who may call any tool may read on in what it said; nobody is given the output of another client.
                let others = name == ReadOn.toolName ? client.scopes.filter(\.isOfTools) : []
                opening = [.tool(name)] + others
            } else {
                // The list of tools tells nothing that any one client may not know.
                opening = client.scopes.filter { !$0.isAdministrative } + [.chat]
            }
        case ("v1", "extract"): opening = [.extract]
        // A client sees its own runs only, and an extraction is one.
        case ("v1", "runs"): opening = [.chat, .extract]
        // Who may be told of health data may send it and delete it.
        case ("v1", "health"): opening = [.tool("fetchHealthData")]
        case ("v1", _), ("mcp", _): opening = [.chat]
        // The texts of people are not for whoever may only look at the server.
        case ("admin", "clients") where parts.contains("conversations"): opening = [.adminClients]
        case ("admin", "clients"): opening = reads ? [.adminRead, .adminClients] : [.adminClients]
        case ("metrics", _), ("admin", "audit"), ("admin", "usage"): opening = [.adminRead]
        default: opening = reads ? [.adminRead, .adminKeys] : [.adminKeys]
        }
        return opening.contains(where: client.may) ? nil : opening.first
    }
}

extension Scope {
    /// Whether it is for calls of tools.
    fileprivate var isOfTools: Bool {
        switch self {
        case .tool, .allTools: true
        default: false
        }
    }
}
