/// How a call with a leased key went, as far as it tells something about the key.
public enum KeyOutcome: Sendable, Hashable {
    /// The upstream took the key, whatever became of the call.
    case accepted

    /// The upstream refuses the key, or the key may not use what was asked for: a confirmed 401 or 403.
    case refused

    /// The key's account has no credit left; waiting does not help.
    case outOfCredit

    /// The key was used too often for now; the upstream may say how long it wants to rest.
    case limited(retryAfter: Duration?)

    /// The upstream failed or was not reached, which says nothing about the key.
    case upstreamFault
}
