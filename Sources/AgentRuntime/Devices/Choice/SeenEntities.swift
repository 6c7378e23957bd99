import AgentTools
import AgentWire
import AssistantSchemas
import LanguageModels
import Phrasebook
import StreamingJSON

/// The entities that a conversation has shown, with the apps that they belong to.
///
/// A model may name only these: an invented id, or one from a text that others wrote, is refused.
struct SeenEntities: Sendable {
    /// The name of an entity.
    struct Key: Hashable, Sendable {
        var type: String
        var id: String
    }

    /// An entity.
    struct Sight: Sendable, Equatable {
        /// The title for people.
        var title: String?
        /// The device and app that have shown it; `nil` if they are unknown.
        var device: String?
        var app: String?
        /// Whether others see it too.
        var isShared = false
    }

    private(set) var sights: [Key: Sight] = [:]
    /// Whether the conversation has text that others wrote.
    private(set) var isTainted = false

    /// The domains whose entities have text of others.
    private static let foreignDomains: Set<String> = ["mail", "messages"]

    /// Makes the entities of a turn.
    ///
    /// - Parameters:
    ///   - entries: The conversation.
    ///   - actions: The calls that the turn has waited for, whose outputs are not part of the entries yet.
    ///   - device: The device that sends the turn.
    init(_ entries: [Transcript.Entry], _ actions: RunActions? = nil, on device: SendingDevice? = nil) {
        for entity in device?.onScreen ?? [] {
            sights[Key(type: SchemaCatalog.current.canonicalID(entity.type), id: entity.id)] = Sight(
                title: entity.title,
                device: device?.id,
                app: device?.app
            )
        }
        for case .toolOutput(let output) in entries { add(output) }
        for open in actions?.open ?? [] {
            guard case .device(let call)? = open.answer, case .output(let output) = call.answer(for: Caller()) else {
                continue
            }
            add(output, of: open.action.name)
        }
    }

    /// Returns what is known of an entity; `nil` if the conversation has not shown it.
    func sight(of key: Key) -> Sight? { sights[key] }

    private mutating func add(_ output: Transcript.ToolOutput) {
        for segment in output.segments {
            switch segment {
            case .structure(let structure): add(structure.content.jsonValue, of: output.toolName)
            case .text(let text): if QuotationFence.occurs(in: text.content) { isTainted = true }
            default: continue
            }
        }
    }

    private mutating func add(_ output: JSONValue, of tool: String) {
        guard DeviceToolName(tool) != nil else { return }
        if Self.foreignDomains.contains(where: { tool.hasPrefix("\($0)_") }) { isTainted = true }
        let place = (output["device"]?.stringValue, output["app"]?.stringValue)
        var budget = 20_000
        for name in ["output", "entities"] {
            if let value = output[name] { add(value, place, depth: 0, &budget) }
        }
    }

    private mutating func add(
        _ value: JSONValue,
        _ place: (device: String?, app: String?),
        depth: Int,
        _ budget: inout Int
    ) {
        budget -= 1
        guard depth < 16, budget > 0 else { return }
        switch value {
        case .array(let elements): for element in elements { add(element, place, depth: depth + 1, &budget) }
        case .object(let object):
            if let type = object["type"]?.stringValue, let id = object["id"]?.stringValue {
                let ownership = object["ownership"]?.stringValue
                let isShared = ownership == "shared" || ownership == "public"
                sights[Key(type: type, id: id)] = Sight(
                    title: object["display"]?["title"]?.stringValue,
                    device: place.device,
                    app: place.app,
                    isShared: isShared
                )
                if isShared { isTainted = true }
            }
            for (_, member) in object { add(member, place, depth: depth + 1, &budget) }
        default: return
        }
    }

    /// Returns the entities that an input names by their ids, in order.
    static func references(in input: JSONValue) -> [Key] {
        var keys: [Key] = []
        var budget = 5_000
        func collect(_ value: JSONValue, _ depth: Int) {
            budget -= 1
            guard depth < 16, budget > 0 else { return }
            switch value {
            case .array(let elements): for element in elements { collect(element, depth + 1) }
            case .object(let object):
                if let type = object["type"]?.stringValue, let id = object["id"]?.stringValue {
                    keys.append(Key(type: type, id: id))
                }
                for (_, member) in object { collect(member, depth + 1) }
            default: return
            }
        }
        collect(input, 0)
        return keys
    }
}
