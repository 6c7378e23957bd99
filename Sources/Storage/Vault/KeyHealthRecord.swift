public import FoundationEssentials

/// What was last known of a key's health.
public struct KeyHealthRecord: Sendable, Equatable {
    /// How a key fares with its upstream.
    public enum State: String, Sendable, CaseIterable {
        /// It may be used.
        case healthy

        /// It was used too often and rests.
        case resting

        /// Its account has no credit left.
        case outOfCredit

        /// Its upstream refused it.
        case dead
    }

    /// The id of the key's secret.
    public var key: String

    /// How it fares.
    public var state: State

    /// Until when it rests; for a dead key, when it is checked next.
    public var until: Date?

    /// How often in a row it failed.
    public var failures: Int

    /// What the last live check said: `verified`, `invalid` or `unknown`.
    public var verdict: String?

    /// Why the last live check said so.
    public var verdictReason: String?

    /// When it was last checked live.
    public var checkedAt: Date?

    /// When its state last changed.
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
}

/// Where the health of keys outlives a restart.
public protocol KeyHealthStore: Sendable {
    /// What is known, in no particular order.
    func keyHealth() async throws -> [KeyHealthRecord]

    /// Stores or replaces some; those of secrets that are not there are left out. Durable on return.
    func saveKeyHealth(_ records: [KeyHealthRecord], audit: AuditTrail) async throws
}
