import StreamingJSON

/// The blocks of a message that have started, by their index.
struct AnthropicBlockTable {
    private enum Block {
        case text
        case thinking(entryID: String, signature: String)
        /// A call. `whole` contains the arguments of the block's start event, for the case that no deltas follow.
        case call(id: String, name: String, whole: String)
        /// A kind of block that this decoder does not know.
        case other
    }

    private let host: String
    private let fallbackID: String
    private var blocks: [Int: Block] = [:]
    private var ids: CallIDs
    private var thoughtCount = 0
    private(set) var callCount = 0

    init(host: String, fallbackID: String) {
        self.host = host
        self.fallbackID = fallbackID
        ids = CallIDs(fallbackID: fallbackID)
    }

    mutating func begin(_ block: JSONValue, at index: Int) throws(ModelProviderError) -> [ModelStreamEvent] {
        switch block["type"]?.stringValue {
        case "text":
            blocks[index] = .text
            let text = block["text"]?.stringValue ?? ""
            return text.isEmpty ? [] : [.text(text)]
        case "thinking":
            let entryID = nextThought()
            blocks[index] = .thinking(entryID: entryID, signature: block["signature"]?.stringValue ?? "")
            let text = block["thinking"]?.stringValue ?? ""
            return text.isEmpty ? [] : [.reasoning(text, entryID: entryID)]
        case "redacted_thinking":
            blocks[index] = .other
            guard let data = block["data"]?.stringValue, !data.isEmpty else { return [] }
            return [.seal(data, metadata: AnthropicThought.redacted.metadata, entryID: nextThought())]
        case "tool_use":
            guard let name = block["name"]?.stringValue, !name.isEmpty else { throw .namelessCall(by: host) }
            callCount += 1
            let id = ids.next(block["id"]?.stringValue ?? "")
            let input = block["input"]?.objectValue ?? [:]
            blocks[index] = .call(
                id: id,
                name: name,
                whole: input.isEmpty ? "" : JSONValue.object(input).serialized()
            )
            return [.toolCall(id: id, name: name, arguments: "")]
        default:
            blocks[index] = .other
            return []
        }
    }

    mutating func add(
        _ text: String,
        of kind: AnthropicDelta.Kind,
        to index: Int
    ) throws(ModelProviderError) -> ModelStreamEvent? {
        guard !text.isEmpty else { return nil }
        if kind == .text { return .text(text) }
        switch (kind, blocks[index]) {
        case (.thinking, .thinking(let entryID, _)): return .reasoning(text, entryID: entryID)
        case (.thinking, _): return .reasoning(text)
        case (.signature, .thinking(let entryID, let signature)):
            blocks[index] = .thinking(entryID: entryID, signature: signature + text)
            return nil
        case (.arguments, .call(let id, let name, let whole)):
            if !whole.isEmpty { blocks[index] = .call(id: id, name: name, whole: "") }
            return .toolCall(id: id, name: name, arguments: text)
        case (.arguments, nil):
            // Arguments must not be lost silently.
            throw .namelessCall(by: host)
        default: return nil
        }
    }

    mutating func end(at index: Int) -> [ModelStreamEvent] {
        switch blocks.removeValue(forKey: index) {
        case .thinking(let entryID, let signature) where !signature.isEmpty:
            [.seal(signature, metadata: AnthropicThought.thinking.metadata, entryID: entryID)]
        case .call(let id, let name, let whole) where !whole.isEmpty:
            [.toolCall(id: id, name: name, arguments: whole)]
        default: []
        }
    }

    private mutating func nextThought() -> String {
        thoughtCount += 1
        return "thought_\(fallbackID)_\(thoughtCount)"
    }
}
