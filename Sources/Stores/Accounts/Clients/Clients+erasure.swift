public import KeyVault
public import Storage

extension Clients {
    /// Records that an owner's data must be erased.
    ///
    /// Everything can be erased of a client that was removed, also by an earlier version that kept its data. The person of a user is
    /// another user from the next request on.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if everything should be erased and there is neither a
    ///   client or user nor data of this id, and with ``AccountsError/Code/conflict`` if the client's token is in the settings.
    public func recordErasure(_ scope: ErasureScope, of owner: Owner) async throws {
        if scope == .everything {
            guard owner.user != nil || holder(owner.client) == nil else {
                throw AccountsError(
                    .conflict,
                    "The token of client '\(owner.client.prefix(80))' is in the settings. Remove it there and restart, then delete the client."
                )
            }
            guard try await store.holdsData(of: owner) else {
                throw owner.user.map(AccountsError.unknownUser) ?? .unknownClient(owner.client)
            }
        }
        try await store.beginErasure(scope, of: owner, at: vault.now())
        if scope == .everything, owner.user != nil { users.forget(owner) }
    }

    /// Returns the recorded erasures, the oldest first; those present at the start were interrupted by a crash.
    public func pendingErasures() async throws -> [(owner: Owner, scope: ErasureScope)] {
        try await store.pendingErasures()
    }

    /// Performs a recorded erasure and records it in the audit chain.
    ///
    /// The owner's runs must have ended, and no new run may start.
    public func erase(
        _ scope: ErasureScope,
        of owner: Owner,
        by actor: AuditActor
    ) async throws -> ErasureCount {
        let count = try await store.erase(scope, of: owner)
        var outcome = "done: conversations \(count.conversations), runs \(count.runs)"
        var (action, object) = ("conversations.erase", "clients/\(owner.client)")
        if scope == .everything {
            outcome += ", health samples \(count.healthSamples)"
            if owner.user != nil || count.items > 0 { outcome += ", items \(count.items)" }
            action = owner.user == nil ? "client.erase" : "user.erase"
            if let user = owner.user { object += "/users/\(user)" }
        }
        try await store.endErasure(scope, of: owner, audit: vault.trail(actor, (action, object, outcome)))
        // A look for the user of a run may have read its row after it was forgotten.
        if scope == .everything, owner.user != nil { users.forget(owner) }
        return count
    }
}
