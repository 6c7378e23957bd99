import KeyLeasing

extension KeyCheck {
    /// The word that it is stored as.
    var verdict: String {
        switch self {
        case .verified: "verified"
        case .invalid: "invalid"
        case .unknown: "unknown"
        }
    }

    /// Why the upstream said so; nil where there is nothing to explain.
    var reason: String? {
        switch self {
        case .verified: nil
        case .invalid(let reason), .unknown(let reason): reason
        }
    }

    /// Reads what was stored; nil for a word that is none of the three.
    init?(verdict: String?, reason: String?) {
        switch verdict {
        case "verified": self = .verified
        case "invalid": self = .invalid(reason: reason ?? "it refused the key")
        case "unknown": self = .unknown(reason: reason ?? "it could not be asked")
        default: return nil
        }
    }
}
