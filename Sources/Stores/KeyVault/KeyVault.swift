import Cancellation
public import FoundationEssentials
public import KeyLeasing
import Secrets
import Signals
public import Storage
import Synchronization

/// The keys of all upstreams: sealed in a store, opened in memory, lent for single calls.
///
/// An upstream may have several active keys, which share the calls by their weights. Every change is stored before it takes effect,
/// and a lease reads memory only. ``run(policy:clock:onNotice:)`` maintains the keys while the server runs.
public final class KeyVault: Sendable {
    let store: any VaultStore
    let root: VaultRoot
    package let now: @Sendable () -> Date
    let checker: any KeyChecker
    let state: Mutex<VaultState>
    /// The lease of the store, by which the vault knows whose rotations it continues.
    let lease: any StoreLease

    /// Wakes ``run(policy:clock:onNotice:)`` when there is work.
    // One process: the upkeep is woken by changes in this process.
    let upkeepSignal = ChangeSignal()

    let sealer: Sealer

    /// Opens the vault of a store, or creates one in a new store.
    /// - Parameters:
    ///   - store: The store of the sealed keys.
    ///   - masterKeys: The master keys that seal and open them.
    ///   - checker: Checks keys with their upstreams.
    ///   - lease: The lease of the store.
    ///   - now: Returns the current time.
    /// - Throws: ``KeyVaultError`` if a record in the store is sealed under a master key that is not in the ring; nothing is then
    ///   overwritten.
    public init(
        store: any VaultStore,
        masterKeys: MasterKeyRing,
        checker: any KeyChecker = NoKeyChecker(),
        lease: any StoreLease = SoleLease(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        self.store = store
        self.checker = checker
        self.lease = lease
        state = Mutex(VaultState(lease: lease, canCheck: { checker.canCheck($0) }))
        // Stores keep milliseconds. With a finer clock a description would differ from the same one after reading it back.
        self.now = { Date(timeIntervalSince1970: (now().timeIntervalSince1970 * 1000).rounded() / 1000) }
        self.sealer = Sealer(masterKeys)
        self.root = try await VaultRoot.open(in: store, with: sealer, now: now())
        try await requireMasterKeys(of: masterKeys)
        try await startAudit()
        let health = try await store.keyHealth().map { ($0.key, KeyCondition($0)) }
        let changes = try await store.latestKeyChanges()
        state.withLock { $0.history.restore(changes) }
        try await reload(health: Dictionary(health, uniquingKeysWith: { first, _ in first }), isStart: true)
    }

    /// Opens the vault of a store, or creates one in a new store, with a single master key.
    public convenience init(
        store: any VaultStore,
        masterKey: MasterKey,
        checker: any KeyChecker = NoKeyChecker(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        try await self.init(store: store, masterKeys: MasterKeyRing(masterKey), checker: checker, now: now)
    }

    /// Whether a store already holds a vault, which only its own master key can open.
    public static func isSealed(_ store: any SecretStore) async throws -> Bool {
        try await store.vaultRoot() != nil
    }

    /// Returns the descriptions of the stored keys, in the order in which they were stored.
    /// - Parameter upstream: The upstream of the keys; nil for all.
    public func keys(of upstream: String? = nil) async throws -> [KeyDescription] {
        let records = try await store.secrets().records
        let (pools, time) = (state.withLock(\.pools), now())
        return
            records
            .filter { upstream == nil || $0.upstream == upstream }
            .compactMap {
                KeyDescription($0, in: pools, at: time, by: checker)
            }
    }

    /// Calls a function after each change of keys and rotations, and after some calls that change nothing that a description shows.
    ///
    /// The function must return soon. There is one; another call replaces it.
    public func observeChanges(_ observer: @escaping @Sendable () -> Void) { upkeepSignal.observe(observer) }

    /// Whether an upstream has an active key, healthy or not.
    public func hasKeys(of upstream: String) -> Bool {
        state.withLock { $0.pools.pools[upstream]?.hasMembers ?? false }
    }
}

extension KeyVault {
    /// Returns a new record of a secret: sealed for an upstream and described by its settings.
    func sealed(
        _ secret: SecretString,
        id: String = UUID().uuidString.lowercased(),
        for upstream: String,
        label: String,
        settings: KeySettings,
        destinations: [String]? = nil
    ) throws(KeyVaultError) -> SealedSecretRecord {
        let time = now()
        let text = try secret.withBytes { bytes throws(KeyVaultError) in
            try sealer.seal(bytes, identity: Identity.secret(id, of: upstream))
        }
        return SealedSecretRecord(
            id: id,
            upstream: upstream,
            label: label,
            masterKeyID: text.masterKeyID,
            sealed: text.bytes,
            lastFour: secret.lastFour,
            fingerprint: fingerprint(of: secret),
            weight: settings.weight,
            models: settings.models,
            tools: settings.tools,
            expiresAt: settings.expiresAt,
            destinations: destinations ?? checker.destinations(of: upstream) ?? [],
            createdAt: time,
            changedAt: time
        )
    }

    /// Returns 16 hexadecimal digits that identify a secret without revealing it.
    func fingerprint(of secret: SecretString) -> String {
        secret.withBytes { bytes in
            root.fingerprintKey.authenticationCode(forSecret: bytes).hexadecimal(bytes: 8)
        }
    }

    /// Makes a change in the store and then in memory, even if the caller is cancelled between the two.
    func commit<Value: Sendable>(
        _ change: @escaping @Sendable (any SecretStore) async throws -> Value
    ) async throws -> Value {
        try await uncancelled { [self] in
            state.withLock { $0.commits.started += 1 }
            defer { state.withLock { $0.commits.ended += 1 } }
            let value = try await change(store)
            do { try await reload() } catch {
                // The next reading records the change.
                state.withLock { $0.isChangeUnread = true }
                throw error
            }
            // Without upkeep, as in a command, nothing would store the history later.
            if !state.withLock(\.isUpkeepRunning) { try? await saveHistory() }
            return value
        }
    }

    /// Returns the secret of a record; nil if its bytes or its identity were changed.
    func open(_ record: SealedSecretRecord) -> SecretString? { sealer.open(record) }

    /// Reads the keys again if another process has changed some, without history, except for a change of this process whose reading
    /// failed: the process that made a change records it.
    ///
    /// - Throws: `StoreError`.
    public func reload(ifBehind revisions: StoreRevisions) async throws {
        // The end of a change of this process reads the keys, and records it.
        let (isBehind, commits) = state.withLock { ($0.pools.isBehind(revisions.secrets), $0.commits) }
        guard isBehind, commits.started == commits.ended else { return }
        let list = try await store.secrets()
        let time = now()
        let isApplied = state.withLock { state in
            guard state.commits == commits else { return false }
            state.pools.update(to: list, at: time, condition: { _ in nil }, opening: open)
            if state.isChangeUnread {
                state.applyHistory(list, isStart: false, at: time)
                state.isChangeUnread = false
            } else {
                state.history.follow(list)
            }
            return true
        }
        if isApplied { upkeepSignal.raise() }
    }

    private func reload(health: [String: KeyCondition] = [:], isStart: Bool = false) async throws {
        let list = try await store.secrets()
        let time = now()
        state.withLock { state in
            state.pools.update(to: list, at: time, condition: { health[$0] }, opening: open)
            state.applyHistory(list, isStart: isStart, at: time)
            state.isChangeUnread = false
        }
        upkeepSignal.raise()
    }
}
