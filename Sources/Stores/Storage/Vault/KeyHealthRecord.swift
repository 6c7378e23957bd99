public import FoundationEssentials

/// The last known health of a key.
public struct KeyHealthRecord: Sendable, Equatable {
    /// The state of a key at its upstream.
    public enum State: String, Sendable, CaseIterable {
        /// The key may be used.
        case healthy

        /// A check accepted the key and its calls were refused.
        case inDoubt

        /// The key was used too often and rests.
        case resting

        /// The key's account has no credit left.
        case outOfCredit

        /// The upstream refused the key.
        case dead
    }

    /// The id of the key's secret.
    public var key: String

    /// The state.
    public var state: State

    /// The end of the rest, or the time until which other keys are preferred, which a key in doubt always has; for a dead key, the time of its next check.
    public var until: Date?

    /// The number of consecutive failures.
    public var failures: Int

    /// The verdict of the last live check: `verified`, `invalid` or `unknown`.
    public var verdict: String?

    /// The reason of that verdict.
    public var verdictReason: String?

    /// The time of the last live check; without a verdict, a call was accepted, although no check has accepted the key.
    public var checkedAt: Date?

    /// The time of the last change of the state.
    public var changedAt: Date

    /// Makes a record.
    public init(
        key: String,
        state: State,
        until: Date? = nil,
        failures: Int = 0,
        verdict: String? = nil,
        verdictReason: String? = nil,
        checkedAt: Date? = nil,
        changedAt: Date
    ) {
        self.key = key
        self.state = state
        self.until = until
        self.failures = failures
        self.verdict = verdict
        self.verdictReason = verdictReason
        self.checkedAt = checkedAt
        self.changedAt = changedAt
    }

    /// Whether a check or a call has shown that the upstream accepts the key.
    public var isProven: Bool { verdict == "verified" || verdict == nil && checkedAt != nil }

    /// Records that a call was accepted in place of the result of a check that did not decide.
    public mutating func prove() {
        (verdict, verdictReason) = (nil, nil)
        checkedAt = checkedAt ?? changedAt
    }
}

/// A store of the health of keys, which must survive a restart.
public protocol KeyHealthStore: Sendable {
    /// Returns the known health of keys, in no particular order.
    func keyHealth() async throws -> [KeyHealthRecord]

    /// Stores or replaces the health of keys, and skips unknown keys; durable on return.
    func saveKeyHealth(_ records: [KeyHealthRecord], audit: AuditTrail) async throws
}
