public import StreamingJSON

/// A query that finds the things of an app.
public protocol EntityQuery: Sendable {
    /// The type of the things.
    associatedtype Entity: AppEntity

    /// Makes a query.
    init()

    /// Returns the things with these identifiers; those that do not exist are left out.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

    /// Returns the things that suit the moment, the best first.
    func suggestedEntities() async throws -> [Entity]
}

extension EntityQuery {
    /// None.
    public func suggestedEntities() async throws -> [Entity] { [] }

    /// The type of the attribute of a dependency.
    public typealias Dependency<Value: Sendable> = AppDependency<Value>
}

/// A query that finds things by words.
public protocol EntityStringQuery: EntityQuery {
    /// Returns the things for these words, the best first.
    func entities(matching string: String) async throws -> [Entity]
}

/// A query that lists all things.
public protocol EnumerableEntityQuery: EntityQuery {
    /// Returns all things.
    func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
    /// All things.
    public func suggestedEntities() async throws -> [Entity] { try await allEntities() }
}

/// A query that finds things by conditions on their properties.
///
/// Apple's framework has `EntityPropertyQuery` for this purpose.
public protocol EntityFilterQuery: EntityQuery {
    /// Returns the things with these conditions, such as `{"from": "2026-11-26T00:00:00+09:00"}`; the app defines their
    /// names.
    func entities(filteredBy conditions: JSONObject) async throws -> [Entity]
}

/// The query of things without identifiers: it finds nothing.
public struct TransientEntityQuery<Entity: AppEntity>: EntityQuery {
    /// Makes a query.
    public init() {}

    /// Returns nothing.
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] { [] }
}
