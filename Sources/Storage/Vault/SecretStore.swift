public import FoundationEssentials

/// Where sealed secrets are kept, with their rotations and what is known of their health.
///
/// It never sees a secret in clear. Whatever changes something takes the audit rows that tell of it, and writes both or neither.
public protocol SecretStore: RotationStore, KeyHealthStore {
    /// The vault's sealed root key, or nil in a new database.
    func vaultRoot() async throws -> VaultRootRecord?

    /// Stores the root key unless there is one already, and returns the one that is stored.
    ///
    /// Of two processes that start at once on a new database, one wins and both go on with the same root.
    /// - Parameters:
    ///   - root: The root key.
    ///   - audit: What the audit chain begins with; left out when there is a root already.
    func createVaultRoot(_ root: VaultRootRecord, audit: AuditTrail) async throws -> VaultRootRecord

    /// All secrets, removed ones included, and the rotations that are not over, with the revision they belong to.
    func secrets() async throws -> SealedSecretList

    /// Stores a secret; durable on return.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when its upstream has an active secret of the same fingerprint.
    func addSecret(_ record: SealedSecretRecord, audit: AuditTrail) async throws

    /// Changes what is said about an active secret; the record as it is then, or nil when there is no such active secret.
    func changeSecret(
        _ id: String,
        _ change: SealedSecretChange,
        at time: Date,
        audit: AuditTrail
    ) async throws -> SealedSecretRecord?

    /// Erases a secret's sealed bytes and marks it removed; false when there is no such secret or it is removed already.
    func removeSecret(_ id: String, at time: Date, audit: AuditTrail) async throws -> Bool
}

extension SecretStore {
    /// Stores the root key unless there is one already, without a word in the audit chain.
    package func createVaultRoot(_ root: VaultRootRecord) async throws -> VaultRootRecord {
        try await createVaultRoot(root, audit: .none)
    }
}

/// The vault's own random key, sealed under a master key.
///
/// There is one for each database. That it opens proves that the master key is the right one.
public struct VaultRootRecord: Sendable, Equatable {
    /// The id of the master key it is sealed under.
    public var masterKeyID: String

    /// Nonce, ciphertext and tag.
    public var sealed: Data

    /// When the vault was made.
    public var createdAt: Date

    /// Makes a record.
    public init(masterKeyID: String, sealed: Data, createdAt: Date) {
        self.masterKeyID = masterKeyID
        self.sealed = sealed
        self.createdAt = createdAt
    }
}
