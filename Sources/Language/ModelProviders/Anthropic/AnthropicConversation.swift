import LanguageModels
import StreamingJSON

/// A transcript as the messages that the interface accepts: the two roles alternate, and each message has blocks.
struct AnthropicConversation {
    /// The place of a block.
    struct Place {
        var message: Int
        var block: Int
    }

    /// The instructions.
    private(set) var system = ""
    /// Whether the current turn has calls that follow no thought of Anthropic's.
    private(set) var hasCallsWithoutThoughts = false
    /// The place of the last block of each prompt and of each tool output; `nil` for one without blocks.
    private(set) var inputs: [Place?] = []
    private var sides: [(role: String, blocks: [JSONValue])] = []
    private var hasThought = false

    init(_ transcript: Transcript) {
        for entry in transcript { add(entry) }
    }

    /// The messages.
    ///
    /// A message of one text is written as a block, too: the same entries have the same form whatever follows them, so that the start
    /// of a conversation is found in the provider's cache.
    var messages: [JSONValue] {
        sides.map { ["role": .string($0.role), "content": .array($0.blocks)] }
    }

    private mutating func add(_ entry: Transcript.Entry) {
        switch entry {
        case .instructions(let entry):
            let text = entry.segments.text
            if !text.isEmpty { system += system.isEmpty ? text : "\n\n" + text }
        case .prompt(let entry):
            hasThought = false
            hasCallsWithoutThoughts = false
            let blocks = Self.blocks(of: entry.segments)
            for block in blocks { add(block, to: "user") }
            inputs.append(blocks.isEmpty ? nil : lastPlace)
        case .reasoning(let thought):
            guard let block = AnthropicThought.block(of: thought) else { break }
            hasThought = true
            add(block, to: "assistant")
        case .response(let entry): add(text: entry.segments.text, to: "assistant")
        case .toolCalls(let calls):
            hasCallsWithoutThoughts = hasCallsWithoutThoughts || !hasThought
            for call in calls { add(Self.block(of: call), to: "assistant") }
        case .toolOutput(let output):
            let block: JSONValue = [
                "type": "tool_result", "tool_use_id": .string(Self.id(output.id)),
                "content": output.segments.haveImages
                    ? .array(Self.blocks(of: output.segments)) : .string(output.segments.text),
            ]
            add(block, to: "user")
            inputs.append(lastPlace)
        }
    }

    private var lastPlace: Place? { sides.last.map { Place(message: sides.count - 1, block: $0.blocks.count - 1) } }

    /// Appends a block to the last message, or to a new message if the last one has the other role.
    private mutating func add(_ block: JSONValue, to role: String) {
        if sides.last?.role != role { sides.append((role, [])) }
        sides[sides.count - 1].blocks.append(block)
    }

    /// Appends a text to the last message of the user.
    mutating func add(note: String) { add(text: note, to: "user") }

    private mutating func add(text: String, to role: String) {
        if let block = Self.block(of: text) { add(block, to: role) }
    }

    /// Returns a text as a block; `nil` for white space only, which the interface refuses.
    private static func block(of text: String) -> JSONValue? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        return ["type": "text", "text": .string(text)]
    }

    private static func blocks(of segments: [Transcript.Segment]) -> [JSONValue] {
        guard segments.haveImages else { return block(of: segments.text).map { [$0] } ?? [] }
        return segments.contentParts.compactMap { part in
            switch part {
            case .text(let text): block(of: text)
            case .image(let image): ["type": "image", "source": source(of: image)]
            }
        }
    }

    private static func source(of image: Transcript.ImageAttachment) -> JSONValue {
        guard let format = image.format, let base64 = image.base64 else {
            return ["type": "url", "url": .string(image.wireURL)]
        }
        return ["type": "base64", "media_type": .string(format.mediaType), "data": .string(base64)]
    }

    private static func block(of call: Transcript.ToolCall) -> JSONValue {
        var input = call.arguments.jsonValue
        // Arguments that were not JSON are a text in the transcript, but the interface accepts objects only.
        if input.objectValue == nil { input = ["arguments": input] }
        return [
            "type": "tool_use", "id": .string(id(call.id)), "name": .string(call.toolName), "input": input,
        ]
    }

    /// The ids that the interface accepts: letters, digits, `_` and `-`.
    ///
    /// It has no documented length; other interfaces accept 64 bytes.
    private static let ids = CallIDRule(length: 1...64, punctuation: Array("_-".utf8))

    private static func id(_ id: String) -> String { ids.wireForm(of: id) }
}
