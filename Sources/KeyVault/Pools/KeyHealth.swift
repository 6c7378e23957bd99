public import FoundationEssentials

/// The health of a key at its upstream.
public enum KeyHealth: Sendable, Hashable {
    /// The key may be lent.
    case healthy

    /// The key was used too often; it is lent again after this time.
    case resting(until: Date)

    /// The key's account has no credit; at this time it is checked live, and lent again unless the upstream refuses it.
    case outOfCredit(until: Date)

    /// The upstream refused the key; it is not lent until a live check accepts it. The next check is at this time.
    case dead(nextCheck: Date)
}
