public import FoundationEssentials
public import Storage

/// The public properties of a client, without its tokens.
public struct ClientDescription: Sendable, Equatable, Identifiable {
    /// The client's id.
    public var id: String

    /// A name for people.
    public var name: String

    /// The client's scopes, in order.
    public var scopes: [Scope]

    /// The limits of its usage.
    public var limits: ClientLimits

    /// The instructions for models that its turns have in place of the server's; nil for the server's.
    public var instructions: String?

    /// The settings of its users; nil for a client without users.
    public var users: UserSettings?

    /// The time from which all its tokens are refused; nil for never.
    public var expiresAt: Date?

    /// The time of its revocation; nil if it is not revoked.
    public var revokedAt: Date?

    /// The time of its creation.
    public var createdAt: Date

    /// The time of its last change.
    public var changedAt: Date

    /// The number of its changes.
    public var revision: Int

    /// Its tokens, in the order of their issue.
    public var tokens: [TokenDescription]

    init(_ record: ClientRecord) {
        id = record.id
        name = record.name
        scopes = Scope.set(stored: record.scopes).sorted()
        limits = record.limits
        instructions = record.instructions
        users = record.users.map(UserSettings.init(stored:))
        expiresAt = record.expiresAt
        revokedAt = record.revokedAt
        createdAt = record.createdAt
        changedAt = record.changedAt
        revision = record.revision
        tokens = record.tokens.map(TokenDescription.init)
    }

    /// A warning if nothing limits all users of the client together; nil also for a client without users.
    public var ceilingWarning: String? {
        guard users != nil, limits.tokensPerDay == nil, limits.moneyPerDay == nil else { return nil }
        return
            "the client itself has no tokens_per_day and no money_per_day, so one leaked token can spend without bound: set a ceiling "
            + "over all its users with torii clients limits"
    }
}

/// The public properties of an access token.
public struct TokenDescription: Sendable, Equatable, Identifiable {
    /// The token's id.
    public var id: String

    /// The token's last four characters; nil for a token from a version that did not store them.
    public var lastFour: String?

    /// The time of its issue.
    public var createdAt: Date

    /// The time from which it is refused; nil for never.
    public var expiresAt: Date?

    init(_ record: ClientTokenRecord) {
        id = record.id
        lastFour = record.lastFour
        createdAt = record.createdAt
        expiresAt = record.expiresAt
    }
}
