import Accounts
import AgentTools
import LanguageModels

/// The tokens that open a route.
enum RouteAccess: Sendable, Equatable {
    /// Nobody shows a token.
    case open
    /// A token with one of these scopes; the first is the one that a refusal names.
    case anyOf([Scope])
    /// A token for calls of the tool that the path names.
    case toolInPath
    /// A token with which runs can be begun: turns, extractions or direct calls.
    case anyRun
    /// Any client's token.
    case anyClient

    /// Whether no token is needed.
    var isOpen: Bool { self == .open }

    /// The scope that a client lacks; `nil` when the route is open to it.
    ///
    /// - Parameters:
    ///   - client: Who asks.
    ///   - tool: The name of a tool in the address, as the caller writes it.
    ///   - tools: The tools that there are.
    func missing(for client: Client, tool: String?, tools: ToolRegistry) -> Scope? {
        let opening: [Scope]
        switch self {
        case .open: return nil
        case .anyOf(let scopes): opening = scopes
        case .anyRun: opening = [.chat, .extract] + client.scopes.filter(\.isOfTools)
        // Every client may read the list of tools.
        case .anyClient: opening = client.scopes.filter { !$0.isAdministrative } + [.chat]
        case .toolInPath:
            let tool = tool ?? ""
            let name = tools.tool(named: tool)?.name ?? tool
            // Who may call any tool may read on in what it said; nobody is given the output of another client.
            let others = name == ReadOn.toolName ? client.scopes.filter(\.isOfTools) : []
            opening = [.tool(name)] + others
        }
        return opening.contains(where: client.may) ? nil : opening.first
    }

    /// The names of the scopes, for the document of the API; empty for an open route.
    var words: [String] {
        switch self {
        case .open: []
        case .anyOf(let scopes): scopes.map(\.description)
        case .toolInPath: ["tools:<name>", Scope.allTools.description]
        case .anyRun: [Scope.chat.description, Scope.extract.description, "tools:<name>", Scope.allTools.description]
        case .anyClient: Scope.forClients.sorted().map(\.description)
        }
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
