import Accounts
import Storage

extension Client {
    /// A client without limits.
    static let alice = Client(id: "alice", name: "Alice", scopes: Scope.forClients)

    /// The same client with limits.
    static func alice(_ limits: ClientLimits) -> Client {
        Client(id: "alice", name: "Alice", scopes: Scope.forClients, limits: limits)
    }

    /// Another client without limits.
    static let bob = Client(id: "bob", name: "Bob", scopes: Scope.forClients)
}
