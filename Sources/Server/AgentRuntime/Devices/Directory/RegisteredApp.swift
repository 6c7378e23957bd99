import AssistantSchemas
import Foundation
import StreamingJSON

/// An app on a device with the accepted parts of its registration.
struct RegisteredApp: Sendable {
    var place: DevicePlace
    let registration: ToolboxRegistration
    let refinements: SchemaRefinements
    /// The number of the toolbox's version.
    let version: Int
    let registeredAt: Date

    private let intents: [String: ToolboxRegistration.Intent]
    private let entities: [String: ToolboxRegistration.Entity]

    init(place: DevicePlace, registration: ToolboxRegistration, version: Int, registeredAt: Date) {
        (self.place, self.registration, self.version) = (place, registration, version)
        self.registeredAt = registeredAt
        refinements = SchemaRefinements(registration)
        intents = Dictionary(registration.intents.map { ($0.schema, $0) }) { first, _ in first }
        entities = Dictionary(registration.entities.map { ($0.schema, $0) }) { first, _ in first }
    }

    /// Returns the app's intent of a schema; `nil` if it has none.
    func intent(_ schema: String) -> ToolboxRegistration.Intent? { intents[schema] }

    /// Returns the app's entity of a schema; `nil` if it has none.
    func entity(_ schema: String) -> ToolboxRegistration.Entity? { entities[schema] }

    /// Returns the queries that the app answers about an entity.
    func verbs(of entity: String) -> Set<EntityQueryVerb> { entities[entity]?.queries ?? [] }

    /// Returns the tool that the app declares itself; `nil` if there is none.
    func tool(_ name: String) -> ToolboxRegistration.OwnTool? { registration.tools.first { $0.name == name } }

    /// Whether it may make a call in place of the same app on another device: a call that changes nothing, about what both have declared
    /// in the same way.
    func canReplace(_ other: RegisteredApp, for call: DeviceCall) -> Bool {
        guard place.app == other.place.app, place != other.place else { return false }
        if call.kind == .query {
            return entity(call.schema).map { $0 == other.entity(call.schema) } ?? false
        }
        guard call.intentID == nil, let tool = tool(call.schema) else { return false }
        return tool.isReadOnly && tool == other.tool(call.schema)
    }

    /// Whether the app can make the calls of a tool.
    func has(_ tool: DeviceToolName) -> Bool {
        switch tool {
        case .intent(let schema): intents[schema].map { $0.visibility != .user } ?? false
        case .query(let schema): entities[schema].map { !$0.isTransient && !$0.queries.isEmpty } ?? false
        case .own(let name): self.tool(name) != nil
        }
    }
}
