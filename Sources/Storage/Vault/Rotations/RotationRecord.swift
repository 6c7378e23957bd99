public import FoundationEssentials

/// A rotation as it is stored: one secret put in another one's place, and how far that has come.
public struct RotationRecord: Sendable, Equatable, Identifiable {
    /// How far a rotation has come.
    public enum State: String, Sendable, CaseIterable {
        /// It was asked for; nothing was done yet.
        case requested

        /// The new secret is being checked with its upstream.
        case verifying

        /// The new secret has the old one's place.
        case active

        /// Calls that were given the old secret are waited for.
        case draining

        /// The old secret is used by nobody any more; it is kept for a roll-back until it is erased.
        case retired

        /// The new secret was not taken; nothing was changed.
        case rejected

        /// The old secret has its place again.
        case rolledBack = "rolled_back"

        /// Whether the new secret waits for its live check; of one upstream, at most one rotation does.
        package var isUnderCheck: Bool { self == .requested || self == .verifying }
    }

    /// The rotation's id.
    public var id: String

    /// The upstream whose secret is changed.
    public var upstream: String

    /// How far it has come.
    public var state: State

    /// The id of the secret that goes.
    public var oldKey: String

    /// The id that the new secret has once it is stored.
    public var newKey: String

    /// The new secret's keyed fingerprint.
    public var fingerprint: String

    /// The new secret's last four characters, where showing them is harmless.
    public var lastFour: String?

    /// Whether a secret that could not be checked is taken.
    public var isForced: Bool

    /// For how many seconds calls with the old secret are waited for.
    public var drain: Int

    /// For how many seconds after that the old secret is kept.
    public var keep: Int

    /// Who asked for it, as in the audit chain.
    public var actor: String

    /// What the caller named the request, so that it can be sent again; nil once that is forgotten.
    public var idempotencyKey: String?

    /// A keyed hash of what was asked for.
    public var requestHash: Data

    /// What the live check said: `verified`, `invalid` or `unknown`.
    public var verdict: String?

    /// Why the live check said so.
    public var verdictReason: String?

    /// Why it was rejected or rolled back, in a sentence.
    public var reason: String?

    /// When it was asked for.
    public var createdAt: Date

    /// When it last changed.
    public var changedAt: Date

    /// When the new secret took the old one's place.
    public var activatedAt: Date?

    /// When the old secret was used by nobody any more.
    public var retiredAt: Date?

    /// When the old secret's sealed bytes were erased.
    public var erasedAt: Date?

    /// Makes a record of a rotation that was just asked for.
    public init(
        id: String,
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
