import LanguageModels
import StreamingJSON

extension OpenAIChatRequestEncoder {
    /// Returns the messages of a conversation.
    func messages(_ transcript: Transcript) -> [JSONValue] {
        var messages = OpenAIChatMessages(dialect: dialect)
        for entry in transcript { messages.append(entry) }
        return messages.finish()
    }
}

/// The messages of a request, in the order of the transcript's entries.
private struct OpenAIChatMessages {
    let dialect: OpenAIChatDialect
    private var messages: [JSONObject] = []
    /// The thoughts of the current round, which has no message yet.
    private var thoughts: [Transcript.Reasoning] = []
    /// The images of tool outputs, which are shown after all outputs of their round.
    private var images: [JSONValue] = []
    /// Whether the current turn has calls.
    private var hasCalls = false

    init(dialect: OpenAIChatDialect) { self.dialect = dialect }

    mutating func append(_ entry: Transcript.Entry) {
        if case .toolOutput = entry {} else { appendImages() }
        switch entry {
        case .instructions(let entry):
            if !entry.segments.isEmpty { messages.append(Self.message("system", entry.segments.text)) }
        case .prompt(let entry):
            endRound()
            hasCalls = false
            messages.append(["role": "user", "content": Self.content(of: entry.segments)])
        case .response(let entry):
            messages.append(Self.message("assistant", entry.segments.text))
            addThoughts()
        case .toolCalls(let calls): append(calls)
        case .toolOutput(let output):
            endRound()
            append(output)
        case .reasoning(let thought): thoughts.append(thought)
        }
    }

    mutating func finish() -> [JSONValue] {
        endRound()
        appendImages()
        return messages.map(JSONValue.object)
    }

    // MARK: Thoughts

    /// Adds the thoughts of the round to its message, the last one.
    private mutating func addThoughts() {
        let last = messages.count - 1
        OpenAIChatThought.add(thoughts, to: &messages[last])
        thoughts = []
        // DeepSeek demands the thoughts of every message in a turn with calls.
        if hasCalls, let name = dialect.demandedThought { OpenAIChatThought.fillIn(name, in: &messages[last]) }
    }

    /// Ends a round, whose thoughts may be last.
    private mutating func endRound() {
        if !thoughts.isEmpty, messages.last?["role"] == "assistant" { addThoughts() }
        thoughts = []
    }

    // MARK: Calls and outputs

    /// Appends calls; those that followed text in one round belong to the message of that text.
    private mutating func append(_ calls: Transcript.ToolCalls) {
        if messages.last?["role"] != "assistant" || messages.last?["tool_calls"] != nil {
            messages.append(["role": "assistant", "content": nil])
        }
        messages[messages.count - 1]["tool_calls"] = .array(
            calls.map { call in
                [
                    "id": .string(dialect.callIDs.wireForm(of: call.id)), "type": "function",
                    "function": ["name": .string(call.toolName), "arguments": .string(call.arguments.jsonString)],
                ]
            }
        )
        hasCalls = true
        addThoughts()
    }

    private mutating func append(_ output: Transcript.ToolOutput) {
        let shown = output.segments.images
        if !shown.isEmpty {
            images.append(Self.text("The images of the output of \(output.toolName):"))
            images += shown.map(Self.image)
        }
        let text = output.segments.captionedText
        let isShownNext = text.isEmpty && !shown.isEmpty
        var message = Self.message("tool", isShownNext ? "(an image, shown next)" : text)
        message["tool_call_id"] = .string(dialect.callIDs.wireForm(of: output.id))
        messages.append(message)
    }

    /// Appends the images of tool outputs in a user message, the only kind that may have images, after all outputs of the round.
    private mutating func appendImages() {
        guard !images.isEmpty else { return }
        messages.append(["role": "user", "content": .array(images)])
        images = []
    }

    // MARK: Content

    private static func content(of segments: [Transcript.Segment]) -> JSONValue {
        guard segments.haveImages else { return .string(segments.text) }
        return .array(
            segments.contentParts.map { part in
                switch part {
                case .text(let text): Self.text(text)
                case .image(let image): Self.image(image)
                }
            }
        )
    }

    private static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

    private static func image(_ image: Transcript.ImageAttachment) -> JSONValue {
        ["type": "image_url", "image_url": ["url": .string(image.wireURL)]]
    }

    private static func message(_ role: String, _ content: String) -> JSONObject {
        ["role": .string(role), "content": .string(content)]
    }
}
