import FoundationEssentials
import Secrets
import Storage

/// A key in memory: opened, with its share of the calls and what is known of its health.
struct PooledKey: Sendable {
    /// What the key is to its pool.
    enum Role: Sendable, Equatable {
        /// It is lent by its weight.
        case member

        /// It was rotated away a moment ago, and is lent only when the new key is of no use.
        case standby(until: Date)

        /// It is not lent any more, only counted until its leases are back.
        case gone
    }

    let id: String
    let fingerprint: String

    /// The opened key; nil when its record does not open.
    let secret: SecretString?

    /// When the key was stored.
    let createdAt: Date

    var role: Role
    var weight: Int
    var restriction: KeyRestriction
    var expiresAt: Date?
    var condition: KeyCondition
    var probation: RotationProbation?

    /// How many leases are out.
    var leasesOut = 0

    /// Whether the health is not stored yet.
    var isDirty = false

    /// Whether a live check was promised to leases that wait for it.
    var isCheckAwaited = false

    /// When the expiry was last warned of.
    var warnedAt: Date?

    init(_ record: SealedSecretRecord, secret: SecretString?, role: Role, condition: KeyCondition) {
        self.id = record.id
        self.fingerprint = record.fingerprint
        self.secret = secret
        self.createdAt = record.createdAt
        self.role = role
        self.weight = record.weight
        self.restriction = KeyRestriction(models: record.models, tools: record.tools)
        self.expiresAt = record.expiresAt
        self.condition = condition
    }

    /// Takes over what may change in a record.
    mutating func update(from record: SealedSecretRecord, role: Role) {
        self.role = role
        weight = record.weight
        restriction = KeyRestriction(models: record.models, tools: record.tools)
        expiresAt = record.expiresAt
        if role != .member { isCheckAwaited = false }
    }
}
