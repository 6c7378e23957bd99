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

    /// A user of this client, with limits of its own.
    func user(_ limits: ClientLimits) -> Principal {
        var user = self
        user.owner = Owner(client: owner.client, user: "usr_1")
        user.shares = [LimitShare(kind: .user, key: user.owner.text, limits: limits)] + shares
        return user
    }

    /// Another client without limits.
    static let bob = Principal(owner: "bob", name: "Bob", scopes: Scope.forClients)
}
