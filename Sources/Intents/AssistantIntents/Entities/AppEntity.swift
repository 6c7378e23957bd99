/// A thing of an app that actions are about.
public protocol AppEntity: AppValue, Identifiable where ID: EntityIdentifierConvertible {
    /// The type of the query that finds the things.
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

    /// The query that finds the things.
    static var defaultQuery: DefaultQuery { get }

    /// The words for the kind of things.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }

    /// The words for this thing.
    var displayRepresentation: DisplayRepresentation { get }
}

extension AppEntity {
    /// The type of the attribute of a property.
    public typealias Property<Value: IntentValue> = EntityProperty<Value>
}

/// A thing that the app adds to the index of its toolbox, so that it is found by words without a query
/// (``Toolbox/index(_:)``).
public protocol IndexedEntity: AppEntity {}

/// A thing that is a file.
public protocol FileEntity: AppEntity {}

/// A thing that exists once in an app.
public protocol UniqueEntity: AppEntity {}

/// A thing with an identifier that means the same on all of a person's devices.
public protocol SyncableEntity: AppEntity {}

/// A thing without an identifier, which exists only as a part of others.
public protocol TransientAppEntity: AppEntity where ID == String, DefaultQuery == TransientEntityQuery<Self> {
    /// Makes a thing whose properties have no values yet.
    init()
}

extension TransientAppEntity {
    /// Empty.
    public var id: String { "" }

    /// A query that finds nothing.
    public static var defaultQuery: TransientEntityQuery<Self> { TransientEntityQuery() }
}

/// A thing that knows its audience, which decides whether a person is asked before it changes.
public protocol OwnershipProvidingEntity: AppEntity {
    /// The audience beside the person.
    var ownership: EntityOwnership { get }
}

/// The audience of a thing beside the person; none for a private one.
public struct EntityOwnership: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes an audience from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// People that the person has chosen.
    public static let shared = Self(rawValue: 1)

    /// Everybody.
    public static let `public` = Self(rawValue: 2)

    /// The audience on the wire.
    var wire: String { contains(.public) ? "public" : contains(.shared) ? "shared" : "private" }
}
