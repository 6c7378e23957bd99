import Crypto
import FoundationEssentials
import Storage

extension VaultRoot {
    /// Rows ready to be added to the chain.
    func trail(_ entries: [AuditDraft]) -> AuditTrail {
        AuditTrail(entries: entries, hash: auditHash, seal: auditSeal)
    }

    /// Hashes a row with a key of the vault's own, so that whoever changes the database cannot make the chain fit again.
    var auditHash: AuditTrail.Hash {
        let key = auditKey
        return { id, entry, previousHash in
            let fields = [
                String(id), entry.actor, entry.action, entry.object, entry.outcome, String(entry.time.milliseconds),
                // A missing request is not an empty one.
                entry.requestID.map { "=\($0)" } ?? "",
            ]
            var mac = HMAC<SHA256>(key: key)
            mac.update(data: previousHash)
            mac.update(data: Identity.encoded(fields))
            return Data(mac.finalize())
        }
    }

    /// Seals the chain's head with another key, so that a row's hash does not give away the seal of a chain that ends with it.
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
