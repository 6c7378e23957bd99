public import FoundationEssentials

/// A stored secret: its sealed bytes, and a description that lets a person recognize it.
public struct SealedSecretRecord: Sendable, Equatable, Identifiable {
    /// The secret's id.
    public var id: String

    /// The upstream of the secret, such as `openai`.
    public var upstream: String

    /// The name that people see.
    public var label: String

    /// The id of the master key it is sealed under.
    public var masterKeyID: String

    /// Nonce, ciphertext and tag; empty once the secret is removed.
    public var sealed: Data

    /// The last four characters; `nil` if showing them would reveal too much of the secret.
    public var lastFour: String?

    /// A keyed fingerprint: equal for equal secrets, and nobody can compute it without the master key.
    public var fingerprint: String

    /// The state.
    public var state: SealedSecretState

    /// The secret's share of the calls among the secrets of its upstream; 0 for a spare, which is used if there is no other.
    public var weight: Int

    /// The models that the secret may be used for, where a name may end in `*`; empty for all.
    public var models: [String]

    /// The tools that the secret may be used for, where a name may end in `*`; empty for all.
    public var tools: [String]

    /// The time at which the upstream will stop accepting the secret, if it is known.
    public var expiresAt: Date?

    /// Where the secret may be sent besides the address in the operator's settings; `nil` if it was stored before this was recorded.
    public var destinations: [String]?

    /// The time at which an answer of the upstream first contained the secret; `nil` if none did.
    public var exposedAt: Date?

    /// The time at which the secret was stored.
    public var createdAt: Date

    /// The time of the last change of the record.
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
        state: SealedSecretState = .active,
        weight: Int = 1,
        models: [String] = [],
        tools: [String] = [],
        expiresAt: Date? = nil,
        destinations: [String]? = [],
        exposedAt: Date? = nil,
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
        self.destinations = destinations
        self.exposedAt = exposedAt
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

/// All stored secrets at one moment, and the rotations that have not ended.
public struct SealedSecretList: Sendable, Equatable {
    /// The number of changes to secrets and rotations so far; it shows which of two lists is the later one.
    public var revision: Int

    /// The secrets in the order in which they were stored.
    public var records: [SealedSecretRecord]

    /// The rotations that may still change: unfinished, or with the old secret kept; in the order of their requests.
    public var rotations: [RotationRecord]

    /// Makes a list.
    public init(revision: Int, records: [SealedSecretRecord], rotations: [RotationRecord] = []) {
        self.revision = revision
        self.records = records
        self.rotations = rotations
    }
}
