import AgentTools
import AgentWire
import AssistantSchemas
import LanguageModels
import ToolPhrases
import StreamingJSON

/// The entities that a conversation has shown in a ``DeviceAnswer``, with the apps that they belong to.
///
/// A model may name only these: an invented id, or one from a text that others wrote, is refused. Text of others is any
/// other quotation, the output of an app's own tool, and whatever ``TextAuthor`` does not count as the person's.
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

    /// Makes the entities of a turn.
    ///
    /// - Parameters:
    ///   - entries: The conversation.
    ///   - device: The device that sends the turn.
    init(_ entries: [Transcript.Entry], on device: SendingDevice? = nil) {
        for entity in device?.shownEntities ?? [] {
            if TextAuthor.of(entity.type, nil) == .others { isTainted = true }
            sights[Key(type: entity.type, id: entity.id)] = Sight(
                title: entity.title,
                device: device?.id,
                app: device?.app
            )
        }
        for case .toolOutput(let output) in entries { add(output) }
    }

    /// Returns what is known of an entity; `nil` if the conversation has not shown it.
    func sight(of key: Key) -> Sight? { sights[key] }

    private mutating func add(_ output: Transcript.ToolOutput) {
        for segment in output.segments {
            guard case .text(let text) = segment else { continue }
            if let name = DeviceToolName(output.toolName), let answer = DeviceAnswer(text.content) {
                add(answer, of: name)
            } else if QuotationFence.occurs(in: text.content) {
                isTainted = true
            }
        }
    }

    private mutating func add(_ answer: DeviceAnswer, of name: DeviceToolName) {
        // Only the app knows where the output of its own tool comes from.
        if case .own = name { isTainted = true }
        let place = (answer.head["device"]?.stringValue, answer.head["app"]?.stringValue)
        var budget = 20_000
        for (_, value) in answer.data { add(value, place, isInEntity: false, depth: 0, &budget) }
    }

    private mutating func add(
        _ value: JSONValue,
        _ place: (device: String?, app: String?),
        isInEntity: Bool,
        depth: Int,
        _ budget: inout Int
    ) {
        budget -= 1
        guard depth < 16, budget > 0 else {
            // It is not known what follows.
            isTainted = true
            return
        }
        switch value {
        case .array(let elements):
            for element in elements { add(element, place, isInEntity: isInEntity, depth: depth + 1, &budget) }
        case .object(let object):
            // A property may be named `type` too.
            let isEntity = object["id"]?.stringValue != nil || object["display"] != nil
            let type = isEntity ? object["type"]?.stringValue : nil
            if let type, TextAuthor.of(type, object) == .others { isTainted = true }
            if let type, let id = object["id"]?.stringValue {
                sights[Key(type: type, id: id)] = Sight(
                    title: object["display"]?["title"]?.stringValue,
                    device: place.device,
                    app: place.app,
                    isShared: TextAuthor.isShared(object)
                )
            }
            // The kind is the member of a union that the app has declared.
            for (name, member) in object where name != "kind" {
                add(member, place, isInEntity: isInEntity || type != nil, depth: depth + 1, &budget)
            }
        case .string(let text): if !isInEntity, !text.isEmpty { isTainted = true }
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
