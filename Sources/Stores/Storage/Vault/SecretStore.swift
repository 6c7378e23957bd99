public import FoundationEssentials

/// A store of sealed secrets, their rotations and their health.
///
/// It never has a secret in clear. A change and its audit rows are written together.
public protocol SecretStore: RotationStore, KeyHealthStore {
    /// Returns the vault's sealed root key; `nil` in a new database.
    func vaultRoot() async throws -> VaultRootRecord?

    /// Stores the root key unless there is one already, and returns the stored one.
    ///
    /// If two processes start at once on a new database, both continue with the root key of the first.
    /// - Parameters:
    ///   - root: The root key.
    ///   - audit: The first rows of the audit chain; not written if there is a root key already.
    func createVaultRoot(_ root: VaultRootRecord, audit: AuditTrail) async throws -> VaultRootRecord

    /// Returns all secrets, including removed ones, and the rotations that have not ended, with their revision.
    func secrets() async throws -> SealedSecretList

    /// Stores a secret; durable on return.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the upstream has an active secret with the same fingerprint.
    func addSecret(_ record: SealedSecretRecord, audit: AuditTrail) async throws

    /// Changes the description of an active secret and returns the changed record; `nil` if there is no such active secret.
    func changeSecret(
        _ id: String,
        _ change: SealedSecretChange,
        at time: Date,
        audit: AuditTrail
    ) async throws -> SealedSecretRecord?

    /// Erases a secret's sealed bytes and marks it removed; false if there is no such secret or it was removed before.
    func removeSecret(_ id: String, at time: Date, audit: AuditTrail) async throws -> Bool

    /// Records where the secrets may be sent that were stored before this was recorded.
    /// - Parameter destinations: The places by upstream; secrets of other upstreams stay as they are.
    func bindSecrets(to destinations: [String: [String]], audit: AuditTrail) async throws
}

extension SecretStore {
    /// Stores the root key unless there is one already, without an audit row.
    package func createVaultRoot(_ root: VaultRootRecord) async throws -> VaultRootRecord {
        try await createVaultRoot(root, audit: .none)
    }
}

/// The vault's root key, which is random and sealed under a master key.
///
/// Each database has one. A master key that opens it is the right one.
public struct VaultRootRecord: Sendable, Equatable {
    /// The id of the master key it is sealed under.
    public var masterKeyID: String

    /// Nonce, ciphertext and tag.
    public var sealed: Data

    /// The time at which the vault was created.
    public var createdAt: Date

    /// Makes a record.
    public init(masterKeyID: String, sealed: Data, createdAt: Date) {
        self.masterKeyID = masterKeyID
        self.sealed = sealed
        self.createdAt = createdAt
    }
}
