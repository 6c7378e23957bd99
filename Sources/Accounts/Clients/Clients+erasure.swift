public import KeyVault
public import Storage

extension Clients {
    /// Records that a client's data is to be erased.
    ///
    /// Everything can be erased of a client that was removed, also by an earlier version that left its data behind.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` when everything is to be erased and there is neither a client
    ///   nor data of this id, and with ``AccountsError/Code/conflict`` when its token is in the settings.
    public func beginErasure(_ scope: ErasureScope, of id: String) async throws {
        if scope == .everything {
            guard holder(id) == nil else {
                throw AccountsError(
                    .conflict,
                    "The client '\(id.prefix(80))' has its token in the settings. Remove the token there and restart, then delete the client."
                )
            }
            guard try await store.holdsData(of: id) else { throw AccountsError.unknownClient(id) }
        }
        try await store.beginErasure(scope, of: id, at: vault.now())
    }

    /// The recorded erasures, the oldest first; those that are there at the start were interrupted by a crash.
    public func pendingErasures() async throws -> [(client: String, scope: ErasureScope)] {
        try await store.pendingErasures()
    }

    /// Carries out a recorded erasure and says so in the audit chain.
    ///
    /// The client's runs have to be over, and no new one may begin.
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
