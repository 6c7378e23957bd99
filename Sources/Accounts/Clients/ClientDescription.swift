public import FoundationEssentials
public import Storage

/// What may be said about a client: everything but its tokens.
public struct ClientDescription: Sendable, Equatable, Identifiable {
    /// The client's id.
    public var id: String

    /// A name for people.
    public var name: String

    /// What it may do, in order.
    public var scopes: [Scope]

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

    /// Its tokens, in the order in which they were issued.
    public var tokens: [TokenDescription]

    init(_ record: ClientRecord) {
        id = record.id
        name = record.name
        scopes = Scope.set(stored: record.scopes).sorted()
        limits = record.limits
        expiresAt = record.expiresAt
        revokedAt = record.revokedAt
        createdAt = record.createdAt
        changedAt = record.changedAt
        tokens = record.tokens.map(TokenDescription.init)
    }
}
