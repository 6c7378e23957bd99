import FoundationEssentials
import Secrets
import Storage

/// A key in memory: opened, with its settings and its condition.
struct PooledKey: Sendable {
    /// The role of a key in its pool.
    enum Role: Sendable, Equatable {
        /// The key is lent by its weight.
        case member

        /// The key was rotated away less than a minute ago, and is lent only if the new key cannot be used.
        case standby(until: Date)

        /// The key is no longer lent; it stays until its leases are returned.
        case gone
    }

    let id: String
    let fingerprint: String

    /// The opened key; nil if its record cannot be opened.
    let secret: SecretString?

    /// The time at which the key was stored.
    let createdAt: Date

    var role: Role
    var weight: Int
    var restriction: KeyRestriction
    var expiresAt: Date?
    var destinations: Set<String>
    var exposedAt: Date?
    var condition: KeyCondition
    var probation: RotationProbation?

    /// The number of leases not yet returned.
    var leasesOut = 0

    /// Whether the store does not have the latest health yet.
    var isDirty = false

    /// Whether the latest health is a fault that commands beside the server should see at once.
    var isSaveUrgent = false

    /// Whether leases wait for the result of a live check of this key.
    var isCheckAwaited = false

    /// The health before a refused call, until its check decides what is reported to the operator.
    var unannounced: KeyHealth?

    /// The time at which a doubt was last reported to the operator, and whether that doubt continues.
    var doubtNotice: (time: Date, isOpen: Bool)?

    /// The time of the last warning about the expiry.
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
        self.destinations = Set(record.destinations ?? [])
        self.exposedAt = record.exposedAt
        self.condition = condition
    }

    /// Copies the changeable fields of a record.
    mutating func update(from record: SealedSecretRecord, role: Role) {
        self.role = role
        weight = record.weight
        restriction = KeyRestriction(models: record.models, tools: record.tools)
        expiresAt = record.expiresAt
        destinations = Set(record.destinations ?? [])
        exposedAt = exposedAt ?? record.exposedAt
        if role != .member { isCheckAwaited = false }
    }
}
