public import FoundationEssentials

/// How a key fares with its upstream.
public enum KeyHealth: Sendable, Hashable {
    /// It may be lent.
    case healthy

    /// It was used too often, and is not lent before that time.
    case resting(until: Date)

    /// Its account has no credit left; it is checked live at that time, and lent again unless it is refused then.
    case outOfCredit(until: Date)

    /// Its upstream refused it; it is not lent before a live check says that it is accepted. The next check is at that time.
    case dead(nextCheck: Date)
}
