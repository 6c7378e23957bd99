public import FoundationEssentials

/// A stored issuer of tokens for the users of a client.
public struct IssuerRecord: Sendable, Equatable, Identifiable {
    /// The issuer's id.
    public var id: String

    /// The id of the client whose users it names.
    public var client: String

    /// The name that people see, unique within the client.
    public var name: String

    /// The kind.
    public var kind: IssuerKind

    /// The settings, as the text of a JSON object without secrets.
    public var settings: String

    /// The time at which the issuer was added.
    public var createdAt: Date

    /// The time of the last change.
    public var changedAt: Date

    /// The number of changes; it shows the second of two writers that the issuer has changed.
    public var revision: Int

    /// Makes a record.
    public init(
        id: String,
        client: String,
        name: String,
        kind: IssuerKind,
        settings: String,
        createdAt: Date,
        changedAt: Date,
        revision: Int = 0
    ) {
        (self.id, self.client, self.name, self.kind) = (id, client, name, kind)
        (self.settings, self.createdAt, self.changedAt, self.revision) = (settings, createdAt, changedAt, revision)
    }
}
