import Foundation
import KeyVault
import StreamingJSON

extension KeyDescription {
    /// What an administrator may see of a key.
    var jsonValue: JSONValue {
        [
            "id": .string(id),
            "upstream": .string(upstream),
            "label": .string(label),
            "last_four": lastFour.map(JSONValue.string) ?? .null,
            "fingerprint": .string(fingerprint),
            "state": .string(state.rawValue),
            "created_at": .string(createdAt.formatted(.iso8601)),
        ]
    }
}

extension KeyCheck {
    /// The check's outcome in a word, with its reason where there is one.
    var jsonValue: JSONValue {
        switch self {
        case .verified: ["result": "verified"]
        case .invalid(let reason): ["result": "invalid", "reason": .string(reason)]
        case .unknown(let reason): ["result": "unknown", "reason": .string(reason)]
        }
    }
}
