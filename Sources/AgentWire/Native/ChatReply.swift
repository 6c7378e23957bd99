public import StreamingJSON

/// The response body of `POST /v1/chat` without streaming.
public struct ChatReply: Sendable, Equatable {
    /// The run that answered.
    public var run: String
    /// The conversation's id, to continue it; empty for an extraction, which has no conversation.
    public var conversation: String
    /// The model that answered.
    public var model: String
    /// The answer's text.
    public var text: String
    /// Whether the model declined; the text is then its explanation.
    public var isRefusal: Bool
    /// The answer as a value, if a schema was requested.
    public var answer: StructuredAnswer?
    /// The tools called during the turn, in call order.
    public var toolCalls: [WireToolCall]
    /// The tokens used.
    public var usage: WireUsage

    /// Makes a reply.
    public init(
        run: String,
        conversation: String,
        model: String,
        text: String,
        isRefusal: Bool = false,
        answer: StructuredAnswer? = nil,
        toolCalls: [WireToolCall],
        usage: WireUsage
    ) {
        self.run = run
        self.conversation = conversation
        self.model = model
        self.text = text
        self.isRefusal = isRefusal
        self.answer = answer
        self.toolCalls = toolCalls
        self.usage = usage
    }

    /// The artifacts of all tool calls, in call order.
    public var artifacts: [WireArtifact] { toolCalls.flatMap(\.artifacts) }

    /// The message as JSON.
    var message: JSONValue {
        var message: JSONObject = [
            "role": "assistant", "text": .string(text), "artifacts": .array(artifacts.map(\.jsonValue)),
        ]
        if isRefusal { message["refused"] = true }
        return .object(message)
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["run": .string(run)]
        if !conversation.isEmpty { object["conversation"] = .string(conversation) }
        object["status"] = "completed"
        object["message"] = message
        for (name, value) in answer?.members ?? [:] { object[name] = value }
        object["tool_calls"] = .array(toolCalls.map(\.jsonValue))
        object["usage"] = usage.jsonValue
        object["model"] = .string(model)
        return .object(object)
    }
}
