/// A version of the assistant schemas: the domains, and all intents, entities and enumerations in them.
///
/// The set of schemas is closed: an app adopts schemas of the catalog, and declares anything else in its own namespace
/// ``ownNamespacePrefix``. The facts and the texts are the JSON files of the target `CAssistantSchemas`, which are a part of
/// the program.
public struct SchemaCatalog: Sendable {
    /// The catalog of this build.
    public static let current: SchemaCatalog = {
        do {
            return try SchemaCatalog(data: embeddedData())
        } catch {
            // A test reads the data, so a program with faulty ones is not released.
            preconditionFailure("The data of the assistant schemas cannot be read: \(error)")
        }
    }()

    /// The prefix of the names of tools that are no schemas: `x-<app>.<name>`.
    public static let ownNamespacePrefix = "x-"

    /// The month of the catalog's facts.
    public let version: CatalogVersion

    /// The present identifiers of schemas that had another name, by their former ones.
    public let aliases: [String: String]

    /// The domains in alphabetical order.
    public let domains: [SchemaDomain]

    private let intentsByID: [String: IntentSchema]
    private let entitiesByID: [String: EntitySchema]
    private let enumerationsByID: [String: EnumSchema]
    private let intentsByToolName: [String: IntentSchema]

    init(version: CatalogVersion, aliases: [String: String], domains: [SchemaDomain]) {
        self.version = version
        self.aliases = aliases
        self.domains = domains
        func byID<Schema: AssistantSchema>(_ schemas: [Schema]) -> [String: Schema] {
            Dictionary(uniqueKeysWithValues: schemas.map { ($0.id, $0) })
        }
        intentsByID = byID(domains.flatMap(\.intents))
        entitiesByID = byID(domains.flatMap(\.entities))
        enumerationsByID = byID(domains.flatMap(\.enumerations))
        intentsByToolName = Dictionary(
            uniqueKeysWithValues: domains.flatMap(\.intents).map { ($0.toolName, $0) }
        )
    }

    /// The intents of all domains.
    public var intents: [IntentSchema] { domains.flatMap(\.intents) }

    /// The entities of all domains.
    public var entities: [EntitySchema] { domains.flatMap(\.entities) }

    /// The enumerations of all domains.
    public var enumerations: [EnumSchema] { domains.flatMap(\.enumerations) }

    /// Returns a domain by its name, such as `photos`.
    public func domain(_ name: String) -> SchemaDomain? { domains.first { $0.name == name } }

    /// Returns the present identifier for an identifier or a former one.
    public func canonicalID(_ id: String) -> String { aliases[id] ?? id }

    /// Returns the intent with an identifier such as `photos.openAlbum`, or with a former one.
    public func intent(_ id: String) -> IntentSchema? { intentsByID[canonicalID(id)] }

    /// Returns the entity with an identifier such as `photos.album`, or with a former one.
    public func entity(_ id: String) -> EntitySchema? { entitiesByID[canonicalID(id)] }

    /// Returns the enumeration with an identifier such as `photos.albumType`, or with a former one.
    public func enumeration(_ id: String) -> EnumSchema? { enumerationsByID[canonicalID(id)] }

    /// Returns the intent whose tool has a name such as `photos_openAlbum`.
    public func intent(toolName: String) -> IntentSchema? { intentsByToolName[toolName] }
}
