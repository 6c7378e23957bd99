import KeyLeasing
import Storage
import Synchronization

extension KeyVault {
    /// Binds the keys that were stored before their destinations were recorded to where their upstreams send keys now.
    ///
    /// Keys of upstreams that no file declares now are bound to none. It acts once in the life of a store, so that a file that changes
    /// later moves no key.
    public func bindEarlierKeys() async throws {
        let records = try await store.secrets().records.filter { $0.destinations == nil }
        guard !records.isEmpty else { return }
        var places: [String: [String]] = [:]
        for upstream in Set(records.map(\.upstream)) { places[upstream] = checker.destinations(of: upstream) }
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
