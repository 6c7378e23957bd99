package import Accounts
import AgentWire
package import HTTPTypes
package import KeyVault
package import Storage
import StreamingJSON

/// All that an administrator can do, whichever way the call comes: the routes of `/admin`, free of any server.
package struct AdminInterface: Sendable {
    /// Usage by client, day and model: client or all, first day, last day or today, and how many records at most.
    package typealias UsageReader = @Sendable (String?, String, String?, Int) async throws -> [UsageRecord]

    /// Every route, in the order in which they are tried.
    let routes: [AdminRoute]

    /// Puts the interface before a vault and its clients.
    /// - Parameters:
    ///   - vault: The vault.
    ///   - clients: The clients of the same database.
    ///   - checker: What asks an upstream about a key.
    ///   - upstreams: The names of the upstreams that have keys.
    ///   - masterKeys: Reads the master keys anew, for one that was changed while the server runs.
    ///   - usage: What clients have used.
    ///   - erase: Erases everything of a client that was removed.
    ///   - scopes: The scopes that clients can be given.
    ///   - hasPrices: Whether the operator has set prices for models.
    ///   - store: The conversations and the audit chain of the same database.
    ///   - deleteConversation: Deletes a conversation, unless a turn of it is going on.
    package init(
        vault: KeyVault,
        clients: Clients,
        checker: any KeyChecker,
        upstreams: [String],
        masterKeys: @escaping @Sendable () throws -> MasterKeyRing,
        usage: @escaping UsageReader,
        erase: @escaping ClientAdministration.Eraser,
        scopes: ScopeCatalog,
        hasPrices: Bool,
        store: any ConversationStore & RunStore & AuditStore,
        deleteConversation: @escaping ConversationAdministration.Deletion
    ) {
        routes =
            KeyAdministration(vault: vault, checker: checker, upstreams: upstreams).routes
            + RotationAdministration(vault: vault, upstreams: upstreams).routes
            + ClientAdministration(clients: clients, scopes: scopes, hasPrices: hasPrices, erase: erase).routes
            + ConversationAdministration(store: store, vault: vault, clients: clients, delete: deleteConversation)
            .routes
            + VaultAdministration(vault: vault, masterKeys: masterKeys).routes
            + AuditAdministration(vault: vault).routes
            + UsageAdministration(usage: usage, clients: clients).routes
    }

    /// The route to a path below `/admin`, with what stands in its places.
    package func route(_ method: HTTPRequest.Method, _ path: [String]) -> (AdminRoute, [String: String])? {
        for route in routes where route.endpoint.method == method {
            if let parameters = route.parameters(in: path) { return (route, parameters) }
        }
        return nil
    }
}

extension AdminRoute {
    /// Carries a call out, unless its query names what the route does not know.
    package func carryOut(_ call: AdminCall) async throws -> AdminReply {
        let names = endpoint.query.map(\.name)
        if let unknown = call.query.keys.filter({ !names.contains($0) }).min() {
            let known = names.sorted().joined(separator: ", ")
            throw Problem(
                .invalidRequest,
                detail: "there is no '\(unknown.excerpt())' in the query here; "
                    + (known.isEmpty ? "nothing may stand there" : "there are \(known)")
            )
        }
        return try await answer(call)
    }
}
