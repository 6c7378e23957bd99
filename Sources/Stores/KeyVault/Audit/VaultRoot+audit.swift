import Crypto
import FoundationEssentials
import Storage

extension VaultRoot {
    /// Returns rows ready to be appended to the chain.
    func trail(_ entries: [AuditDraft]) -> AuditTrail {
        AuditTrail(entries: entries, hash: auditHash, seal: auditSeal)
    }

    /// A function that hashes a row with a key of the vault, so that changing the database cannot produce a valid chain.
    var auditHash: AuditTrail.Hash {
        let key = auditKey
        return { id, entry, previousHash in
            let fields = [
                String(id), entry.actor, entry.action, entry.object, entry.outcome, String(entry.time.milliseconds),
                // A missing request id differs from an empty one.
                entry.requestID.map { "=\($0)" } ?? "",
            ]
            var mac = HMAC<SHA256>(key: key)
            mac.update(data: previousHash)
            mac.update(data: Identity.encoded(fields))
            return Data(mac.finalize())
        }
    }

    /// A function that seals the chain's head with another key, so that a row's hash does not reveal the seal of a chain that ends
    /// with it.
    var auditSeal: AuditTrail.Seal {
        let key = auditHeadKey
        return { head in
            var mac = HMAC<SHA256>(key: key)
            mac.update(data: Identity.encoded([String(head.count)]))
            mac.update(data: head.hash)
            return Data(mac.finalize())
        }
    }
}
