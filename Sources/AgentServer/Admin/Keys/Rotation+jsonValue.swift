import KeyVault
import Storage
import StreamingJSON

extension Rotation {
    /// The description of a rotation for administrators.
    var jsonValue: JSONValue {
        [
            "id": .string(id),
            "upstream": .string(record.upstream),
            "state": .string(record.state.rawValue),
            "old_key": .string(record.oldKey),
            "new_key": .string(record.newKey),
            "last_four": .text(record.lastFour),
            "fingerprint": .string(record.fingerprint),
            "check": check?.jsonValue ?? .null,
            "reason": .text(record.reason),
            "forced": .bool(record.isForced),
            "requested_by": .string(record.actor),
            "leases_out": .integer(leasesOut),
            "reversible": .bool(isReversible),
            "created_at": .time(record.createdAt),
            "changed_at": .time(record.changedAt),
            "activated_at": .time(record.activatedAt),
            "drains_until": .time(drainsUntil),
            "kept_until": .time(keptUntil),
            "erased_at": .time(record.erasedAt),
        ]
    }
}
