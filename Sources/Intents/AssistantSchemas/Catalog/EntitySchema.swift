/// A thing of the catalog that actions are about.
public struct EntitySchema: AssistantSchema {
    /// The facts that all kinds of schemas have.
    public let facts: SchemaFacts
    /// The properties beside `id`; `nil` if they are unknown.
    public let knownProperties: [SchemaParameter]?
    /// The system protocols that an adopting type conforms to, beside `AppEntity`.
    public let protocols: [SystemProtocol]

    /// The properties beside `id`; empty if they are unknown.
    public var properties: [SchemaParameter] { knownProperties ?? [] }

    /// Returns the property with a name.
    public func property(_ name: String) -> SchemaParameter? { properties.first { $0.name == name } }
}

/// A set of choices of the catalog.
public struct EnumSchema: AssistantSchema {
    /// The facts that all kinds of schemas have.
    public let facts: SchemaFacts
    /// The cases: all of them, or examples if the set is open.
    public let cases: [String]
    /// Whether an app chooses the cases.
    public let isOpen: Bool
}
