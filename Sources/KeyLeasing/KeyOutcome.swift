/// The outcome of a call with a leased key, as far as it concerns the key.
public enum KeyOutcome: Sendable, Hashable {
    /// The upstream accepted the key, even if the call then failed.
    case accepted

    /// The upstream refuses the key, or the key lacks permission for the request: a confirmed 401 or 403.
    case refused

    /// The key's account has no credit left; waiting does not help.
    case outOfCredit

    /// The key was used too often for now; the upstream may name the time until it may be used again.
    case limited(retryAfter: Duration?)

    /// The upstream failed or could not be reached, which shows nothing about the key.
    case upstreamFault
}
