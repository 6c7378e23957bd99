public import FoundationEssentials
public import KeyLeasing
import Storage

/// The public properties of a stored key, without the key.
public struct KeyDescription: Sendable, Equatable, Identifiable {
    /// The state of a stored key.
    public enum State: String, Sendable {
        /// The key may be leased.
        case active

        /// The key was rotated away. Its sealed bytes are kept, and it is no longer leased after the first minute of its rotation.
        case retired
    }

    /// The key's id.
    public var id: String

    /// The upstream that accepts the key, such as `openai`.
    public var upstream: String

    /// A name for people.
    public var label: String

    /// The key's last four characters; nil for a key shorter than twelve, because four characters would reveal too much of it.
    public var lastFour: String?

    /// Sixteen hexadecimal digits that are equal for equal keys and reveal nothing about them.
    public var fingerprint: String

    /// The state of the key.
    public var state: State

    /// The key's weight, restriction and expiry.
    public var settings: KeySettings

    /// The health of the key at its upstream; nil for a key that is not in use.
    public var health: KeyHealth?

    /// The time of the last change of health; nil for a key that is not in use.
    public var healthSince: Date?

    /// The result of the last live check; nil if there was none.
    public var lastCheck: KeyCheck?

    /// The time of the last live check.
    public var lastCheckedAt: Date?

    /// Whether neither a check nor a call has shown yet that the upstream accepts the key, although it is healthy.
    public private(set) var isUnchecked = false

    /// The fault of the key and its remedy, in sentences for an operator; nil if nothing has to be done.
    public private(set) var advice: String?

    /// The places that the key may be sent to, one line each; none if only the operator's settings define them.
    public var destinations: [String]

    /// The places that its upstream sends keys to now, if the key may not go to all of them; an administrator then confirms them.
    public var unconfirmed: [String]?

    /// The time at which an answer of the upstream first contained the key; nil if none did.
    public var exposedAt: Date?

    /// The number of leases not yet returned.
    public var leasesOut: Int

    /// The time at which the key was stored.
    public var createdAt: Date

    /// The condition of a key in use.
    private var condition: KeyCondition?

    /// The rotation that put the key into use, while it can be undone.
    private var rotation: String?

    /// Whether the key's upstream has a live check.
    private var canBeChecked = true

    init?(
        _ record: SealedSecretRecord,
        _ pooled: PooledKey? = nil,
        undoing rotation: String? = nil,
        at time: Date,
        _ wanted: [String]?,
        canCheck: Bool = true
    ) {
        guard let state = State(rawValue: record.state.rawValue) else { return nil }
        self.id = record.id
        self.upstream = record.upstream
        self.label = record.label
        self.lastFour = record.lastFour
        self.fingerprint = record.fingerprint
        self.state = state
        self.settings = KeySettings(
            weight: record.weight,
            models: record.models,
            tools: record.tools,
            expiresAt: record.expiresAt
        )
        self.destinations = record.destinations ?? []
        if let wanted, !Set(record.destinations ?? []).isSuperset(of: wanted) { self.unconfirmed = wanted }
        self.exposedAt = record.exposedAt
        self.leasesOut = pooled?.leasesOut ?? 0
        self.createdAt = record.createdAt
        self.rotation = rotation
        self.canBeChecked = canCheck
        if state == .active { judge(pooled?.condition ?? KeyCondition(at: record.createdAt), at: time) }
    }

    init?(_ record: SealedSecretRecord, in pools: KeyPools, at time: Date, by checker: any KeyChecker) {
        self.init(
            record,
            pools.pools[record.upstream]?.key(record.id),
            undoing: pools.rotationToUndo(record.id),
            at: time,
            checker.destinations(of: record.upstream),
            canCheck: checker.canCheck(record.upstream)
        )
    }

    private mutating func judge(_ condition: KeyCondition, at time: Date) {
        self.condition = condition
        health = condition.health(at: time)
        healthSince = condition.changedAt
        lastCheck = condition.lastCheck?.check
        lastCheckedAt = condition.lastCheck?.time
        isUnchecked = condition.isUnchecked(at: time)
        advice = condition.advice(
            of: upstream,
            undoing: rotation,
            restoring: canBeChecked ? nil : id,
            at: time
        )
    }

    /// Returns the description after a check whose result the vault does not record.
    ///
    /// - Parameter canCheck: Whether the checker has a check for the key's upstream.
    public func judged(by check: KeyCheck, at time: Date, canCheck: Bool) -> KeyDescription {
        guard var condition else { return self }
        _ = condition.record(check, at: time)
        var key = self
        key.canBeChecked = canCheck
        key.judge(condition, at: time)
        return key
    }
}
