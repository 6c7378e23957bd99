import Foundation
import KeyVault
import StreamingJSON

extension KeyDescription {
    /// The description of a key for administrators.
    var jsonValue: JSONValue {
        var check = lastCheck?.jsonValue.objectValue
        check?["at"] = .time(lastCheckedAt)
        var health = health?.jsonValue.objectValue
        health?["since"] = .time(healthSince)
        return [
            "id": .string(id),
            "upstream": .string(upstream),
            "label": .string(label),
            "last_four": .text(lastFour),
            "fingerprint": .string(fingerprint),
            "state": .string(state.rawValue),
            "weight": .integer(settings.weight),
            "models": .texts(settings.models),
            "tools": .texts(settings.tools),
            "expires_at": .time(settings.expiresAt),
            "health": health.map(JSONValue.object) ?? .null,
            "last_check": check.map(JSONValue.object) ?? .null,
            "leases_out": .integer(leasesOut),
            "created_at": .time(createdAt),
        ]
    }
}

extension KeyHealth {
    /// The name of the state, as in the counts of a pool.
    var name: String {
        switch self {
        case .healthy: "healthy"
        case .resting: "resting"
        case .outOfCredit: "out_of_credit"
        case .dead: "dead"
        }
    }

    /// The name of the state, and the time at which it may change.
    fileprivate var jsonValue: JSONValue {
        switch self {
        case .healthy: ["state": .string(name)]
        case .resting(let until), .outOfCredit(let until): ["state": .string(name), "until": .time(until)]
        case .dead(let nextCheck): ["state": .string(name), "next_check": .time(nextCheck)]
        }
    }
}

extension KeyCheck {
    /// The result of the check, with its reason if there is one.
    var jsonValue: JSONValue {
        switch self {
        case .verified: ["result": "verified"]
        case .invalid(let reason): ["result": "invalid", "reason": .string(reason)]
        case .unknown(let reason): ["result": "unknown", "reason": .string(reason)]
        }
    }
}
