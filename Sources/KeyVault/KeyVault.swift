import Crypto
public import FoundationEssentials
import Secrets
public import Storage
import Synchronization

/// The keys of all upstreams: sealed in a store, opened in memory, lent for single calls.
///
/// An upstream may have several active keys; the one stored last is in use. Every change is durable before it shows, and a lease
/// reads memory only.
public final class KeyVault: Sendable {
    let store: any SecretStore
    let root: VaultRoot
    let now: @Sendable () -> Date
    private let sealer: Sealer
    private let pools = Mutex(KeyPools())

    /// Opens the vault of a store, or makes one in a new store.
    /// - Throws: ``KeyVaultError`` when the store was sealed under another master key; nothing is overwritten then.
    public init(
        store: any SecretStore,
        masterKey: MasterKey,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        self.store = store
        // Stores keep milliseconds; with more, a description would differ from the same one read back.
        self.now = { Date(timeIntervalSince1970: (now().timeIntervalSince1970 * 1000).rounded() / 1000) }
        self.sealer = Sealer(masterKey: masterKey)
        self.root = try await VaultRoot.open(in: store, with: sealer, now: now())
        try await reload()
    }

    /// Whether a store holds a vault already, so that only its own master key will do.
    public static func isSealed(_ store: any SecretStore) async throws -> Bool {
        try await store.vaultRoot() != nil
    }

    /// Lends the upstream's key in use; nil when it has none.
    ///
    /// Memory only: no call waits for the database or for a rotation.
    ///
    /// - Throws: ``KeyVaultError`` when the key's record does not open.
    public func lease(_ upstream: String) async throws -> KeyLease? {
        guard let entry = pools.withLock({ $0.current(upstream) }) else { return nil }
        guard let secret = entry.secret else {
            throw KeyVaultError(
                .sealBroken,
                "The stored key \(entry.id) of \(upstream) is damaged and does not open. Remove it and add the key again."
            )
        }
        return KeyLease(keyID: entry.id, secret: secret)
    }

    /// What may be said about the stored keys, in the order in which they were stored.
    /// - Parameter upstream: The upstream whose keys are meant; nil for all.
    public func keys(of upstream: String? = nil) async throws -> [KeyDescription] {
        try await store.secrets().records
            .filter { upstream == nil || $0.upstream == upstream }
            .compactMap(KeyDescription.init)
    }
}

extension KeyVault {
    /// Whether an upstream has an active key of this fingerprint.
    func isActive(_ fingerprint: String, of upstream: String) -> Bool {
        pools.withLock { $0.isActive(fingerprint, of: upstream) }
    }

    /// Describes and seals a secret for an upstream under a new id.
    func sealed(_ secret: SecretString, for upstream: String, label: String) throws(KeyVaultError) -> SealedSecretRecord
    {
        let id = UUID().uuidString.lowercased()
        let time = now()
        return SealedSecretRecord(
            id: id,
            upstream: upstream,
            label: label,
            masterKeyID: sealer.masterKey.id,
            sealed: try secret.withBytes { bytes throws(KeyVaultError) in
                try sealer.seal(bytes, identity: ["secret", id, upstream])
            },
            lastFour: secret.lastFour,
            fingerprint: fingerprint(of: secret),
            createdAt: time,
            changedAt: time
        )
    }

    /// Sixteen hexadecimal digits that stand for the secret.
    func fingerprint(of secret: SecretString) -> String {
        secret.withBytes { bytes in
            HMAC<SHA256>.authenticationCode(for: bytes, using: root.fingerprintKey).hexadecimal(bytes: 8)
        }
    }

    /// Makes a change in the store and takes it over into memory.
    ///
    /// A caller who is cancelled half-way must not leave the store changed and the memory not, so both happen in a task of their own.
    func commit(_ change: @escaping @Sendable (any SecretStore) async throws -> Void) async throws {
        try await Task {
            try await change(store)
            try await reload()
        }.value
    }

    /// Opens a record; nil when its bytes or its identity were changed.
    func open(_ record: SealedSecretRecord) -> SecretString? {
        guard var opened = sealer.open(record.sealed, identity: ["secret", record.id, record.upstream]) else {
            return nil
        }
        return SecretString(wiping: &opened)
    }

    private func reload() async throws {
        let list = try await store.secrets()
        pools.withLock { pools in pools.update(to: list, opening: open) }
    }
}
