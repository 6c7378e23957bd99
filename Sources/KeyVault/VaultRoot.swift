import Crypto
import FoundationEssentials
import Storage

/// The vault's own random key and the keys derived from it: for fingerprints, the hashes of tokens and the audit chain.
///
/// It is sealed in the database, so fingerprints and hashes outlive a change of the master key, and that it opens shows at start that
/// the master key is the right one.
struct VaultRoot: Sendable {
    private static let identity = ["vault root"]

    let fingerprintKey: SymmetricKey
    let tokenKey: SymmetricKey
    let auditKey: SymmetricKey

    private init(_ root: SymmetricKey) {
        fingerprintKey = root.derived(for: ["fingerprint"])
        tokenKey = root.derived(for: ["client token"])
        auditKey = root.derived(for: ["audit"])
    }

    /// Opens the store's root, or makes one in a new store.
    ///
    /// A root that does not open is never replaced.
    static func open(in store: any SecretStore, with sealer: Sealer, now: Date) async throws -> VaultRoot {
        let record: VaultRootRecord
        if let known = try await store.vaultRoot() {
            record = known
        } else {
            let sealed = try SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
                try sealer.seal(bytes, identity: identity)
            }
            record = try await store.createVaultRoot(
                VaultRootRecord(masterKeyID: sealer.masterKey.id, sealed: sealed, createdAt: now)
            )
        }
        guard record.masterKeyID == sealer.masterKey.id else {
            throw KeyVaultError(
                .masterKeyMismatch,
                "The data folder is sealed with the master key \(record.masterKeyID), but the one given is "
                    + "\(sealer.masterKey.id). Put the former back (TORII_MASTER_KEY or TORII_MASTER_KEY_FILE), or start with "
                    + "another data folder; nothing was changed."
            )
        }
        guard var opened = sealer.open(record.sealed, identity: identity) else {
            throw KeyVaultError(
                .sealBroken,
                "The vault in the data folder is damaged: its root record does not open with its own master key. Put a backup "
                    + "of the database in its place; nothing was changed."
            )
        }
        defer { opened.wipe() }
        return VaultRoot(SymmetricKey(data: opened))
    }
}
