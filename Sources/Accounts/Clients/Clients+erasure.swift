public import KeyVault
public import Storage

extension Clients {
    /// Records that a client's data must be erased.
    ///
    /// Everything can be erased of a client that was removed, also by an earlier version that kept its data.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if everything should be erased and there is neither a
    ///   client nor data of this id, and with ``AccountsError/Code/conflict`` if its token is in the settings.
    public func recordErasure(_ scope: ErasureScope, of id: String) async throws {
        if scope == .everything {
            guard holder(id) == nil else {
                throw AccountsError(
                    .conflict,
                    "The token of client '\(id.prefix(80))' is in the settings. Remove it there and restart, then delete the client."
                )
            }
            guard try await store.holdsData(of: id) else { throw AccountsError.unknownClient(id) }
        }
        try await store.beginErasure(scope, of: id, at: vault.now())
    }

    /// Returns the recorded erasures, the oldest first; those present at the start were interrupted by a crash.
    public func pendingErasures() async throws -> [(client: String, scope: ErasureScope)] {
        try await store.pendingErasures()
    }

    /// Performs a recorded erasure and records it in the audit chain.
    ///
    /// The client's runs must have ended, and no new run may start.
    public func erase(
        _ scope: ErasureScope,
        of id: String,
        by actor: AuditActor
    ) async throws -> ErasureCount {
        let count = try await store.erase(scope, of: id)
        var outcome = "done: conversations \(count.conversations), runs \(count.runs)"
        if scope == .everything { outcome += ", health samples \(count.healthSamples)" }
        let action = scope == .everything ? "client.erase" : "conversations.erase"
        try await store.endErasure(scope, of: id, audit: vault.trail(actor, (action, "clients/\(id)", outcome)))
        return count
    }
}
