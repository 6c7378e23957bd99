import FoundationEssentials
import Secrets
import Storage

extension Sealer {
    /// An upstream's key; nil when its bytes or its identity were changed, or its master key was not given.
    func open(_ record: SealedSecretRecord) -> SecretString? {
        let text = SealedText(masterKeyID: record.masterKeyID, bytes: record.sealed)
        guard var opened = open(text, identity: Identity.secret(record.id, of: record.upstream)) else { return nil }
        return SecretString(wiping: &opened)
    }

    /// A record sealed anew under the current master key; nil when it does not open.
    func reseal(_ record: SealedRecord) throws(KeyVaultError) -> Resealing? {
        let identity = Identity.of(record)
        guard var opened = open(record.text, identity: identity) else { return nil }
        defer { opened.wipe() }
        return Resealing(record: record, text: try seal(opened, identity: identity))
    }
}

extension Identity {
    /// The names that a stored record is bound to.
    static func of(_ record: SealedRecord) -> [String] {
        switch record.kind {
        case .secret: secret(record.id, of: record.upstream)
        case .vaultRoot: vaultRoot
        }
    }

    /// The names of an upstream's key.
    static func secret(_ id: String, of upstream: String) -> [String] { ["secret", id, upstream] }

    /// The names of the vault's own key.
    static let vaultRoot = ["vault root"]
}
