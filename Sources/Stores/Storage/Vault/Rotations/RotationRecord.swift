public import FoundationEssentials

/// A stored rotation: the replacement of one secret by another, and its progress.
public struct RotationRecord: Sendable, Equatable, Identifiable {
    /// The rotation's id.
    public var id: String

    /// The process that performs the rotation.
    public var worker: Worker

    /// The upstream whose secret is changed.
    public var upstream: String

    /// The progress.
    public var state: RotationState

    /// The id of the old secret.
    public var oldKey: String

    /// The id of the new secret once it is stored.
    public var newKey: String

    /// The new secret's keyed fingerprint.
    public var fingerprint: String

    /// The new secret's last four characters; `nil` if showing them would reveal too much.
    public var lastFour: String?

    /// Whether a new secret that cannot be checked is accepted.
    public var isForced: Bool

    /// The longest wait for calls that use the old secret, in seconds.
    public var drain: Int

    /// The time for which the old secret is kept after that, in seconds.
    public var keep: Int

    /// The actor that requested it, as in the audit chain.
    public var actor: String

    /// The request's idempotency key; `nil` once it is forgotten.
    public var idempotencyKey: String?

    /// A keyed hash of the request.
    public var requestHash: Data

    /// The verdict of the live check: `verified`, `invalid` or `unknown`.
    public var verdict: String?

    /// The reason of that verdict.
    public var verdictReason: String?

    /// The reason of a rejection or roll-back, as a sentence.
    public var reason: String?

    /// The time of the request.
    public var createdAt: Date

    /// The time of the last change.
    public var changedAt: Date

    /// The time at which the new secret replaced the old one.
    public var activatedAt: Date?

    /// The time at which the last call with the old secret ended.
    public var retiredAt: Date?

    /// The time at which the sealed bytes of the old secret were erased.
    public var erasedAt: Date?

    /// Makes a record of a new rotation.
    public init(
        id: String,
        worker: Worker = Worker(),
        upstream: String,
        oldKey: String,
        newKey: String,
        fingerprint: String,
        lastFour: String?,
        isForced: Bool,
        drain: Int,
        keep: Int,
        actor: String,
        idempotencyKey: String?,
        requestHash: Data,
        createdAt: Date
    ) {
        self.id = id
        self.worker = worker
        self.upstream = upstream
        self.state = .requested
        self.oldKey = oldKey
        self.newKey = newKey
        self.fingerprint = fingerprint
        self.lastFour = lastFour
        self.isForced = isForced
        self.drain = drain
        self.keep = keep
        self.actor = actor
        self.idempotencyKey = idempotencyKey
        self.requestHash = requestHash
        self.createdAt = createdAt
        self.changedAt = createdAt
    }
}
