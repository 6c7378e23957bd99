import StreamingJSON

/// The items of a response that have started, by their id.
///
/// The provider sends an item in deltas, again as a whole at its end, and once more with the whole response. From the later events the
/// table reads only what the deltas left out.
struct OpenAIResponsesItemTable {
    private struct Call {
        let id: String
        let name: String
        var hasArguments = false
        var hasMetadata = false
    }

    private let host: String
    private let fallbackID: String
    private var calls: [String: Call] = [:]
    private var ids: CallIDs
    private var messages: Set<String> = []
    private var thoughts: Set<String> = []
    private var seals: Set<String> = []
    private(set) var callCount = 0
    /// The phase of the last message that has one.
    private(set) var phase: String?
    /// Whether there is any thought that can be shown or sent back.
    private(set) var hasThoughts = false

    init(host: String, fallbackID: String) {
        self.host = host
        self.fallbackID = fallbackID
        ids = CallIDs(fallbackID: fallbackID)
    }

    /// Adds a delta of an item.
    mutating func add(
        _ text: String,
        of kind: OpenAIResponsesDelta.Kind,
        to itemID: String,
        part: Int
    ) throws(ModelProviderError) -> ModelStreamEvent? {
        guard !text.isEmpty else { return nil }
        switch kind {
        case .text:
            messages.insert(itemID)
            return .text(text)
        case .summary:
            thoughts.insert(itemID)
            hasThoughts = true
            return .reasoning(text, entryID: entryID(itemID), segmentID: segmentID(itemID, part))
        case .thought:
            // A model may send both its thoughts and their summary. The thoughts themselves are then dropped.
            guard !thoughts.contains(itemID) else { return nil }
            hasThoughts = true
            return .reasoning(text, entryID: entryID(itemID), segmentID: segmentID(itemID, -1))
        case .arguments:
            // Arguments must not be lost silently.
            guard var call = calls[itemID] else { throw .namelessCall(by: host) }
            if !call.hasArguments {
                call.hasArguments = true
                calls[itemID] = call
            }
            return .toolCall(id: call.id, name: call.name, arguments: text)
        case .refusal: return .refusal(text)
        }
    }

    /// Starts an item.
    mutating func begin(_ item: JSONValue) throws(ModelProviderError) -> [ModelStreamEvent] {
        guard item["type"] == "function_call" else { return [] }
        let itemID = Self.id(of: item)
        guard calls[itemID] == nil else { return [] }
        guard let name = item["name"]?.stringValue, !name.isEmpty else { throw .namelessCall(by: host) }
        callCount += 1
        let call = Call(id: ids.next(item["call_id"]?.stringValue ?? ""), name: name)
        calls[itemID] = call
        return [.toolCall(id: call.id, name: name, arguments: "")]
    }

    /// Ends an item, which the event contains as a whole.
    mutating func end(_ item: JSONValue) throws(ModelProviderError) -> [ModelStreamEvent] {
        let itemID = Self.id(of: item)
        switch item["type"]?.stringValue {
        case "function_call":
            var events = try begin(item)
            let arguments = item["arguments"]?.stringValue ?? ""
            if !arguments.isEmpty, calls[itemID]?.hasArguments == false {
                if let event = try add(arguments, of: .arguments, to: itemID, part: 0) { events.append(event) }
            }
            if let event = memory(of: item, itemID) { events.append(event) }
            return events
        case "message":
            phase = OpenAIResponsesItemMemory.phase(of: item) ?? phase
            // Deltas without an item's id are assumed to belong to this item.
            guard !messages.contains(""), messages.insert(itemID).inserted else { return [] }
            return (item["content"]?.arrayValue ?? []).compactMap { part in
                guard part["type"] == "output_text", let text = part["text"]?.stringValue, !text.isEmpty else {
                    return nil
                }
                return .text(text)
            }
        case "reasoning": return endThought(item, itemID)
        default: return []
        }
    }

    /// Returns the metadata of a call that is sent back with it, once.
    private mutating func memory(of item: JSONValue, _ itemID: String) -> ModelStreamEvent? {
        guard let call = calls[itemID], !call.hasMetadata,
            let metadata = OpenAIResponsesItemMemory.metadata(ofCall: item)
        else { return nil }
        calls[itemID]?.hasMetadata = true
        return .callMetadata(metadata, id: call.id, name: call.name)
    }

    private mutating func endThought(_ item: JSONValue, _ itemID: String) -> [ModelStreamEvent] {
        var events: [ModelStreamEvent] = []
        if thoughts.insert(itemID).inserted {
            for (part, value) in (item["summary"]?.arrayValue ?? []).enumerated() {
                guard let text = value["text"]?.stringValue, !text.isEmpty else { continue }
                events.append(.reasoning(text, entryID: entryID(itemID), segmentID: segmentID(itemID, part)))
            }
        }
        if let seal = item["encrypted_content"]?.stringValue, !seal.isEmpty, seals.insert(itemID).inserted {
            let metadata = OpenAIResponsesThought.metadata(id: itemID)
            events.append(.seal(seal, metadata: metadata, entryID: entryID(itemID)))
        }
        if !events.isEmpty { hasThoughts = true }
        return events
    }

    /// Returns the id of an item.
    ///
    /// Some servers send items without an id; a call is then identified by its call id.
    private static func id(of item: JSONValue) -> String {
        item["id"]?.stringValue ?? item["call_id"]?.stringValue ?? ""
    }

    private func entryID(_ itemID: String) -> String { "thought_\(fallbackID)_\(itemID)" }

    private func segmentID(_ itemID: String, _ part: Int) -> String { "\(entryID(itemID))_\(part)" }
}
