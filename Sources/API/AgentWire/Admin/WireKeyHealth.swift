#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The health of a key that is in use.
public struct WireKeyHealth: WireRecord {
    /// The states.
    public enum State: String, Sendable, CaseIterable, WireWord {
        /// The key is lent, and a check or a call has shown that its upstream accepts it.
        case healthy
        /// The key is lent, and neither a check nor a call has shown yet that its upstream accepts it.
        case unchecked
        /// A check accepted the key and its calls were refused; it is lent, and for a while only if no other key can be.
        case inDoubt = "in_doubt"
        /// The key is not lent for a while, because its upstream asked for fewer requests or failed.
        case resting
        /// The account of the key has no credit.
        case outOfCredit = "out_of_credit"
        /// The upstream refused the key.
        case dead
    }

    /// The state.
    public var state: State
    /// The time at which the key is lent again, while it rests or is out of credit; for one in doubt, lent like any other.
    public var until: Date?
    /// The time of the next check of a dead key.
    public var nextCheck: Date?
    /// The time of the last change of state.
    public var since: Date?
    /// The fault of the key and its remedy; `nil` if nothing has to be done.
    public var advice: String?

    /// Makes a description of the health.
    public init(state: State, until: Date? = nil, nextCheck: Date? = nil, since: Date? = nil, advice: String? = nil) {
        (self.state, self.until, self.nextCheck, self.since, self.advice) = (state, until, nextCheck, since, advice)
    }

    private var isForAWhile: Bool { state == .inDoubt || state == .resting || state == .outOfCredit }
    private var isDead: Bool { state == .dead }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("state", \.state),
        .only(if: \.isForAWhile, "until", \.until, missing: nil),
        .only(if: \.isDead, "next_check", \.nextCheck, missing: nil),
        .always("since", \.since),
        .maybe("advice", \.advice, "What is wrong with the key and what to do next.")
    )
}
