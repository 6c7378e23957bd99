public import FoundationEssentials
public import KeyLeasing
import Storage

/// What may be said about a stored key: everything but the key.
public struct KeyDescription: Sendable, Equatable, Identifiable {
    /// Where a key stands.
    public enum State: String, Sendable {
        /// It may be leased.
        case active

        /// It was rotated away; kept sealed, and not leased once its rotation's first minute is over.
        case retired
    }

    /// The key's id.
    public var id: String

    /// The upstream it opens, such as `openai`.
    public var upstream: String

    /// A name for people.
    public var label: String

    /// The key's last four characters; nil for a key shorter than twelve, which would lose too much by it.
    public var lastFour: String?

    /// Sixteen hexadecimal digits that are the same for the same key, and tell nothing about it.
    public var fingerprint: String

    /// Where the key stands.
    public var state: State

    /// The key's share of the calls, its restriction and its expiry.
    public var settings: KeySettings

    /// How the key fares with its upstream; nil for one that is not in use.
    public var health: KeyHealth?

    /// Since when it fares so; nil for one that is not in use.
    public var healthSince: Date?

    /// What a live check said last; nil when there was none.
    public var lastCheck: KeyCheck?

    /// When it was last checked live.
    public var lastCheckedAt: Date?

    /// How many leases of it are out.
    public var leasesOut: Int

    /// When the key was stored.
    public var createdAt: Date

    init?(_ record: SealedSecretRecord, _ pooled: PooledKey? = nil, at time: Date) {
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
        self.leasesOut = pooled?.leasesOut ?? 0
        if state == .active {
            let condition = pooled?.condition ?? KeyCondition(at: record.createdAt)
            self.health = condition.health(at: time)
            self.healthSince = condition.changedAt
            self.lastCheck = condition.lastCheck?.check
            self.lastCheckedAt = condition.lastCheck?.time
        }
        self.createdAt = record.createdAt
    }
}
