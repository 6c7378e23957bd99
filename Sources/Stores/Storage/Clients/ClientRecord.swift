public import FoundationEssentials

/// A stored client with its tokens.
public struct ClientRecord: Sendable, Equatable, Identifiable {
    /// The client's id; conversations and usage belong to it.
    public var id: String

    /// The name that people see.
    public var name: String

    /// The scopes, separated by spaces.
    public var scopes: String

    /// The limits.
    public var limits: ClientLimits

    /// The instructions for models that its turns have in place of the server's; `nil` for the server's.
    public var instructions: String?

    /// The settings of its users, as JSON; `nil` for a client without users.
    public var users: String?

    /// The time of the last sign-out of all users, for a client that has none now; `nil` for never.
    public var usersValidFrom: Date?

    /// The time from which all its tokens are refused; `nil` for never.
    public var expiresAt: Date?

    /// The time at which the client was revoked; `nil` if it is not.
    public var revokedAt: Date?

    /// The time at which the client was created.
    public var createdAt: Date

    /// The time of the last change.
    public var changedAt: Date

    /// The number of changes; it shows the second of two writers that the client has changed.
    public var revision: Int

    /// The tokens, in the order in which they were issued.
    public var tokens: [ClientTokenRecord]

    /// Makes a record.
    public init(
        id: String,
        name: String,
        scopes: String,
        limits: ClientLimits = .none,
        instructions: String? = nil,
        users: String? = nil,
        usersValidFrom: Date? = nil,
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
        self.instructions = instructions
        self.users = users
        self.usersValidFrom = usersValidFrom
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.revision = revision
        self.tokens = tokens
    }
}

/// The stored form of a client's access token: its hash, never the token itself.
public struct ClientTokenRecord: Sendable, Equatable, Identifiable {
    /// The token's id.
    public var id: String

    /// A keyed hash of the token.
    public var hash: Data

    /// The token's last four characters, for people; `nil` if they are unknown.
    public var lastFour: String?

    /// The time at which the token was issued.
    public var createdAt: Date

    /// The time from which the token is refused; `nil` for never.
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
