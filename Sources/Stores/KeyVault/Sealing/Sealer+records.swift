import FoundationEssentials
import Secrets
import Storage

extension Sealer {
    /// Returns an upstream's key; nil if its bytes or its identity were changed, or its master key is missing.
    func open(_ record: SealedSecretRecord) -> SecretString? {
        let text = SealedText(masterKeyID: record.masterKeyID, bytes: record.sealed)
        guard var opened = open(text, identity: Identity.secret(record.id, of: record.upstream)) else { return nil }
        return SecretString(wiping: &opened)
    }

    /// Returns a record sealed again under the current master key; nil if it cannot be opened.
    func reseal(_ record: SealedRecord) throws(KeyVaultError) -> Resealing? {
        let identity = Identity.of(record)
        guard var opened = open(record.text, identity: identity) else { return nil }
        defer { opened.wipe() }
        return Resealing(record: record, text: try seal(opened, identity: identity))
    }
}

extension Identity {
    /// Returns the identity of a stored record.
    static func of(_ record: SealedRecord) -> [String] {
        switch record.kind {
        case .secret: secret(record.id, of: record.upstream)
        case .vaultRoot: vaultRoot
        }
    }

    /// Returns the identity of an upstream's key.
    static func secret(_ id: String, of upstream: String) -> [String] { ["secret", id, upstream] }

    /// The identity of the vault's root key.
    static let vaultRoot = ["vault root"]
}
