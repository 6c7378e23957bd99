import KeyVault
import StreamingJSON

extension Rotation {
    /// What an administrator may see of a rotation.
    var jsonValue: JSONValue {
        [
            "id": .string(id),
            "upstream": .string(upstream),
            "state": .string(state.rawValue),
            "old_key": .string(oldKey),
            "new_key": .string(newKey),
            "last_four": .text(lastFour),
            "fingerprint": .string(fingerprint),
            "check": check?.jsonValue ?? .null,
            "reason": .text(reason),
            "forced": .bool(isForced),
            "requested_by": .string(requestedBy),
            "leases_out": .integer(leasesOut),
            "reversible": .bool(isReversible),
            "created_at": .time(createdAt),
            "changed_at": .time(changedAt),
            "activated_at": .time(activatedAt),
            "drains_until": .time(drainsUntil),
            "kept_until": .time(keptUntil),
            "erased_at": .time(erasedAt),
        ]
    }
}
