public import FoundationEssentials

/// Where sealed secrets are kept.
///
/// It never sees one in clear.
public protocol SecretStore: Sendable {
    /// The vault's sealed root key, or nil in a new database.
    func vaultRoot() async throws -> VaultRootRecord?

    /// Stores the root key unless there is one already, and returns the one that is stored.
    ///
    /// Of two processes that start at once on a new database, one wins and both go on with the same root.
    func createVaultRoot(_ root: VaultRootRecord) async throws -> VaultRootRecord

    /// All secrets, removed ones included, with the revision they belong to.
    func secrets() async throws -> SealedSecretList

    /// Stores a secret; durable on return.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when its upstream has an active secret of the same fingerprint.
    func addSecret(_ record: SealedSecretRecord) async throws

    /// Stores a secret and retires another one, in one transaction that is durable on return.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when the old secret is not active any more, or as
    ///   ``addSecret(_:)``. Nothing is written then.
    func replaceSecret(_ id: String, with record: SealedSecretRecord) async throws

    /// Erases a secret's sealed bytes and marks it removed; false when there is no such secret or it is removed already.
    func removeSecret(_ id: String, at time: Date) async throws -> Bool
}
