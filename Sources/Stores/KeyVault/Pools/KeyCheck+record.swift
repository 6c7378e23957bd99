import KeyLeasing

extension KeyCheck {
    /// The word under which the verdict is stored.
    var verdict: String {
        switch self {
        case .verified: "verified"
        case .invalid: "invalid"
        case .unknown: "unknown"
        }
    }

    /// The upstream's reason; nil for a verified key.
    var reason: String? {
        switch self {
        case .verified: nil
        case .invalid(let reason), .unknown(let reason): reason
        }
    }

    /// Reads a stored verdict; nil for an unknown word.
    init?(verdict: String?, reason: String?) {
        switch verdict {
        case "verified": self = .verified
        case "invalid": self = .invalid(reason: reason ?? "it refused the key")
        case "unknown": self = .unknown(reason: reason ?? "it could not be asked")
        default: return nil
        }
    }
}
