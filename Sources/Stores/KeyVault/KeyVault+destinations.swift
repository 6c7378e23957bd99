import KeyLeasing
import Storage
import Synchronization

extension KeyVault {
    /// Binds the keys that were stored before their destinations were recorded to where their upstreams send keys now.
    ///
    /// It acts once on each key, so that a file that changes later moves none.
    ///
    /// - Parameter isComplete: Whether all files of tools were read: keys of upstreams that none declares are then bound to no place.
    ///   Without the folder of files they wait for a process that has it.
    public func bindEarlierKeys(isComplete: Bool) async throws {
        var places: [String: [String]] = [:]
        let records = try await store.secrets().records.filter { record in
            guard record.destinations == nil else { return false }
            let known = places[record.upstream] ?? checker.destinations(of: record.upstream) ?? (isComplete ? [] : nil)
            places[record.upstream] = known
            return known != nil
        }
        guard !records.isEmpty else { return }
        let trail = trail(
            .torii,
            ("key.bind", places.keys.sorted().joined(separator: ", "), "done: \(records.count) keys")
        )
        try await commit { [places] store in try await store.bindSecrets(to: places, audit: trail) }
    }

    /// Whether an upstream has active keys, and none of them may be sent to some places; it reads memory only.
    public func awaitsConfirmation(_ upstream: String, for destinations: [String]) -> Bool {
        state.withLock { state in
            let members = state.pools.pools[upstream]?.keys.filter { $0.role == .member } ?? []
            return !members.isEmpty && !members.contains { $0.destinations.isSuperset(of: destinations) }
        }
    }

    /// Permits that an active key is sent to where its upstream sends keys now.
    ///
    /// - Parameter destinations: The places that the administrator has seen.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unconfirmedDestination`` if they are others by now.
    public func confirm(_ id: String, for destinations: [String], by actor: AuditActor) async throws -> KeyDescription {
        guard let known = try await store.secrets().records.first(where: { $0.id == id && $0.state == .active }) else {
            throw KeyVaultError.unknownKey(id)
        }
        let wanted = checker.destinations(of: known.upstream) ?? []
        guard Set(wanted) == Set(destinations) else {
            throw KeyVaultError(
                .unconfirmedDestination,
                "\(known.upstream) sends keys to other places by now: \(wanted.joined(separator: ", ")). Look at them and confirm again."
            )
        }
        return try await change(id, SealedSecretChange(destinations: wanted), by: actor)
    }
}
