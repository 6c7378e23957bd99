public import FoundationEssentials

/// A client as it is stored, with its tokens.
public struct ClientRecord: Sendable, Equatable, Identifiable {
    /// The client's id; conversations and usage belong to it.
    public var id: String

    /// A name for people.
    public var name: String

    /// What it may do, as words with a space between.
    public var scopes: String

    /// How much it may do.
    public var limits: ClientLimits

    /// From when on all its tokens are refused; nil for never.
    public var expiresAt: Date?

    /// When it was shut out; nil while it is not.
    public var revokedAt: Date?

    /// When it was made.
    public var createdAt: Date

    /// When it last changed.
    public var changedAt: Date

    /// Counts its changes, so that of two writers the second one notices.
    public var revision: Int

    /// Its tokens, in the order in which they were issued.
    public var tokens: [ClientTokenRecord]

    /// Makes a record.
    public init(
        id: String,
        name: String,
        scopes: String,
        limits: ClientLimits = .none,
        expiresAt: Date? = nil,
        revokedAt: Date? = nil,
        createdAt: Date,
        changedAt: Date,
        revision: Int = 0,
        tokens: [ClientTokenRecord] = []
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.revision = revision
        self.tokens = tokens
    }
}

/// A client's access token as it is stored: its hash, never the token.
public struct ClientTokenRecord: Sendable, Equatable, Identifiable {
    /// The token's id.
    public var id: String

    /// A keyed hash of the token.
    public var hash: Data

    /// The token's last four characters, for people; nil where they are not known.
    public var lastFour: String?

    /// When the token was issued.
    public var createdAt: Date

    /// From when on it is refused; nil for never.
    public var expiresAt: Date?

    /// Makes a record.
    public init(id: String, hash: Data, lastFour: String? = nil, createdAt: Date, expiresAt: Date? = nil) {
        self.id = id
        self.hash = hash
        self.lastFour = lastFour
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
