import Accounts
import OwnerLiterals
import Storage

extension Principal {
    /// A client without limits.
    static let alice = Principal(owner: "alice", name: "Alice", scopes: Scope.forClients)

    /// The same client with limits.
    static func alice(_ limits: ClientLimits) -> Principal {
        Principal(owner: "alice", name: "Alice", scopes: Scope.forClients, limits: limits)
    }

    /// Another client without limits.
    static let bob = Principal(owner: "bob", name: "Bob", scopes: Scope.forClients)
}
