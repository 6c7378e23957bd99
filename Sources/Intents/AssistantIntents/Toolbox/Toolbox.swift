#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import StreamingJSON

/// The actions and things of an app: it makes the registration for the server, performs calls, and answers queries.
///
/// ```swift
/// let toolbox = try Toolbox(app: .init(id: "com.example.album", version: "1.0")) {
///     OpenAlbumIntent.self
///     AlbumEntity.self
///     AlbumType.self
/// }
/// let body = toolbox.registration.json          // PUT /v1/devices/{id}/toolbox
/// let outcome = await toolbox.perform(call)     // intent.requested → POST …/calls/{callId}/output
/// let answer = await toolbox.answer(query)      // entity.requested
/// ```
public final class Toolbox: Sendable {
    /// The document for the server.
    public let registration: ToolboxRegistration

    /// The facts about accepted parts that a developer should know, such as an incomplete group.
    public let warnings: [RegistrationFinding]

    let options: ToolboxOptions
    let intents: [String: any AssistantSchemaIntent.Type]
    let entities: [String: any AssistantSchemaEntity.Type]
    let tools: [String: ToolboxTool]
    let desk: CallDesk
    let entityIndex = Protected(EntityIndex())

    /// Collects the parts of an app, and checks them as the server does.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone as an IANA name; `nil` for the device's.
    ///   - locale: The locale, such as `ja_JP`; `nil` for the device's.
    ///   - push: The address for waking the app.
    /// - Throws: ``ToolboxError`` with all faults of the parts, or the error of the ledger's store.
    public init(
        app: ToolboxRegistration.App,
        timeZone: String? = nil,
        locale: String? = nil,
        push: JSONValue? = nil,
        options: ToolboxOptions = ToolboxOptions(),
        @ToolboxBuilder parts: () -> [ToolboxPart]
    ) throws {
        var registration = ToolboxRegistration(
            app: app,
            timeZone: timeZone ?? TimeZone.current.identifier,
            locale: locale ?? Locale.current.identifier,
            push: push
        )
        var (intents, entities, tools) = (
            [String: any AssistantSchemaIntent.Type](), [String: any AssistantSchemaEntity.Type](),
            [String: ToolboxTool]()
        )
        for part in parts() {
            switch part {
            case .intent(let type):
                registration.intents.append(ToolboxRegistration.Intent(type))
                intents[type.schemaID] = type
            case .entity(let type):
                let entity = ToolboxRegistration.Entity(type)
                registration.entities.append(entity)
                entities[entity.schema] = type
            case .enumeration(let type): registration.enumerations.append(ToolboxRegistration.Enumeration(type))
            case .tool(let tool):
                registration.tools.append(tool.declaration)
                tools[tool.declaration.name] = tool
            }
        }
        let report = SchemaCatalog.current.check(registration)
        guard report.rejected.isEmpty else { throw ToolboxError(faults: report.rejected) }
        (self.registration, warnings) = (registration, report.warnings)
        (self.intents, self.entities, self.tools, self.options) = (intents, entities, tools, options)
        desk = try CallDesk(store: options.ledger, now: options.now)
    }

    /// Adds things to the index that answers `matching` for things whose query does not.
    public func index<Entity: IndexedEntity & AssistantSchemaEntity>(_ things: [Entity]) {
        entityIndex.withLock { index in
            for thing in things {
                let display = thing.displayRepresentation
                index.add(
                    thing.id.entityIdentifierString,
                    names: [display.title.text] + display.synonyms.map(\.text),
                    schema: Entity.Schema.schemaID
                )
            }
        }
    }

    /// Removes a thing from the index.
    public func removeFromIndex<Entity: IndexedEntity & AssistantSchemaEntity>(_ type: Entity.Type, id: Entity.ID) {
        entityIndex.withLock { $0.remove(id.entityIdentifierString, schema: Entity.Schema.schemaID) }
    }
}

/// The faults of the parts of a toolbox.
public struct ToolboxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faults.
    public let faults: [RegistrationFinding]

    /// A line for each fault.
    public var description: String { faults.map { "\($0.code.rawValue): \($0.message)" }.joined(separator: "\n") }
}
