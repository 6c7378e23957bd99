public import FoundationEssentials

/// A secret as it is stored: sealed, and described just far enough for a person to recognise it.
public struct SealedSecretRecord: Sendable, Equatable, Identifiable {
    /// Where a stored secret stands.
    public enum State: String, Sendable, CaseIterable {
        /// It may be leased.
        case active

        /// It was rotated away; kept sealed, never leased.
        case retired

        /// It was removed: the sealed bytes are gone, the fingerprint stays so that the same secret is recognised.
        case removed
    }

    /// The secret's id.
    public var id: String

    /// The upstream it opens, such as `openai`.
    public var upstream: String

    /// A name for people.
    public var label: String

    /// The id of the master key it is sealed under.
    public var masterKeyID: String

    /// Nonce, ciphertext and tag; empty once the secret is removed.
    public var sealed: Data

    /// The last four characters, or nil where showing them would give too much of the secret away.
    public var lastFour: String?

    /// A keyed fingerprint: the same secret has the same one, and nobody without the master key can compute it.
    public var fingerprint: String

    /// Where the secret stands.
    public var state: State

    /// The secret's share of the calls, beside the others of its upstream; 0 for a spare, used when there is no other.
    public var weight: Int

    /// The models it may be used for, where a name may end in `*`; empty for all.
    public var models: [String]

    /// The tools it may be used for, where a name may end in `*`; empty for all.
    public var tools: [String]

    /// When the upstream will stop accepting it, as far as that is known.
    public var expiresAt: Date?

    /// When it was stored.
    public var createdAt: Date

    /// When its state last changed.
    public var changedAt: Date

    /// Makes a record.
    public init(
        id: String,
        upstream: String,
        label: String,
        masterKeyID: String,
        sealed: Data,
        lastFour: String?,
        fingerprint: String,
        state: State = .active,
        weight: Int = 1,
        models: [String] = [],
        tools: [String] = [],
        expiresAt: Date? = nil,
        createdAt: Date,
        changedAt: Date
    ) {
        self.id = id
        self.upstream = upstream
        self.label = label
        self.masterKeyID = masterKeyID
        self.sealed = sealed
        self.lastFour = lastFour
        self.fingerprint = fingerprint
        self.state = state
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

/// All stored secrets at one moment, and the rotations that are not over.
public struct SealedSecretList: Sendable, Equatable {
    /// Counts every change to the secrets and the rotations, so that of two lists the later one is known.
    public var revision: Int

    /// The secrets in the order in which they were stored.
    public var records: [SealedSecretRecord]

    /// The rotations that may still change: under way, or with the old secret kept; in the order in which they were asked for.
    public var rotations: [RotationRecord]

    /// Makes a list.
    public init(revision: Int, records: [SealedSecretRecord], rotations: [RotationRecord] = []) {
        self.revision = revision
        self.records = records
        self.rotations = rotations
    }
}
