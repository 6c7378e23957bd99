public import StreamingJSON

/// The intents, entities and enumerations of one app on one device: the body of `PUT /v1/devices/{id}/toolbox`.
///
/// A thin client sends it when it starts and when its app changes. ``SchemaCatalog/check(_:strictGroups:)`` decides which parts
/// of it are usable.
public struct ToolboxRegistration: Sendable, Hashable {
    /// The catalog that the app was built with.
    public var catalog: CatalogVersion
    /// The app.
    public var app: App
    /// The device's time zone as an IANA name.
    public var timeZone: String?
    /// The device's locale, such as `ja_JP`.
    public var locale: String?
    /// The address for waking the app; `nil` if it cannot be woken.
    public var push: JSONValue?
    /// The actions.
    public var intents: [Intent]
    /// The things.
    public var entities: [Entity]
    /// The sets of choices.
    public var enumerations: [Enumeration]
    /// Tools that are no schemas.
    public var tools: [OwnTool]

    /// Makes a registration.
    public init(
        catalog: CatalogVersion = SchemaCatalog.current.version,
        app: App,
        timeZone: String? = nil,
        locale: String? = nil,
        push: JSONValue? = nil,
        intents: [Intent] = [],
        entities: [Entity] = [],
        enumerations: [Enumeration] = [],
        tools: [OwnTool] = []
    ) {
        self.catalog = catalog
        self.app = app
        self.timeZone = timeZone
        self.locale = locale
        self.push = push
        self.intents = intents
        self.entities = entities
        self.enumerations = enumerations
        self.tools = tools
    }

    /// An app.
    public struct App: Sendable, Hashable {
        /// The identifier in reverse domain notation, such as `com.example.cafe`.
        public var id: String
        /// The version for people.
        public var version: String

        /// Makes an app.
        public init(id: String, version: String) {
            self.id = id
            self.version = version
        }
    }
}
