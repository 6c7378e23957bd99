package import Accounts

/// The tokens that may use a route.
package enum RouteAccess: Sendable, Hashable {
    /// No token is needed.
    case open
    /// A token with one of these scopes.
    ///
    /// A refusal names the first one.
    case anyOf([Scope])
    /// A token for calls of the tool in the path.
    case toolInPath
    /// A token that may start runs: turns, extractions or direct calls.
    case anyRun
    /// The token of any client.
    case anyClient

    /// Whether no token is needed.
    package var isOpen: Bool { self == .open }

    /// The names of the scopes, for the API document; empty if no token is needed.
    var scopeNames: [String] {
        switch self {
        case .open: []
        case .anyOf(let scopes): scopes.map(\.description)
        case .toolInPath: ["tools:<name>", Scope.allTools.description]
        case .anyRun: [Scope.chat.description, Scope.extract.description, "tools:<name>", Scope.allTools.description]
        case .anyClient: Scope.forClients.sorted().map(\.description)
        }
    }
}
