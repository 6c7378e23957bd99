/// What a failed call says about the key that it was made with, for whoever chooses among several keys.
public enum KeyFault: Sendable, Hashable {
    /// The key is refused, or may not use the model; another one may.
    case refused
    /// The key's account has no credit left; waiting does not help.
    case outOfCredit
    /// The key has been used too often for now.
    case limited(retryAfter: Duration?)
}

extension ModelProviderError {
    /// What the failure says about the key; `nil` when it is not the key's fault.
    public var keyFault: KeyFault? {
        switch code {
        case .unauthorized: .refused
        case .outOfCredit: .outOfCredit
        case .rateLimited: .limited(retryAfter: retryAfter)
        default: nil
        }
    }
}
