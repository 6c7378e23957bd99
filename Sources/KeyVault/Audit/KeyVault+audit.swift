import Crypto
import FoundationEssentials
public import Storage

extension KeyVault {
    /// The rows that a change brings with it, ready for the transaction of that change.
    /// - Parameters:
    ///   - actor: Who asked for the change.
    ///   - entries: What is done, to what, and what became of it.
    public func trail(
        _ actor: AuditActor,
        _ entries: (action: String, object: String, outcome: String)...
    ) -> AuditTrail {
        let time = now()
        let drafts = entries.map { entry in
            AuditDraft(
                actor: actor.name,
                action: entry.action,
                object: entry.object,
                outcome: entry.outcome,
                time: time,
                requestID: actor.requestID
            )
        }
        return AuditTrail(entries: drafts, hash: auditHash)
    }

    /// Hashes a row with a key of the vault's own, so that whoever changes the database cannot make the chain fit again.
    var auditHash: AuditTrail.Hash {
        let key = root.auditKey
        return { id, entry, previousHash in
            let milliseconds = Int64((entry.time.timeIntervalSince1970 * 1000).rounded())
            let fields = [
                String(id), entry.actor, entry.action, entry.object, entry.outcome, String(milliseconds),
                // A missing request is not an empty one.
                entry.requestID.map { "=\($0)" } ?? "",
            ]
            var mac = HMAC<SHA256>(key: key)
            mac.update(data: previousHash)
            mac.update(data: Identity.encoded(fields))
            return Data(mac.finalize())
        }
    }
}
