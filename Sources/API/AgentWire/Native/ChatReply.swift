public import StreamingJSON

/// The response body of `POST /v1/chat` without streaming.
public struct ChatReply: WireValue {
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

    /// The message.
    public var message: ReplyMessage { ReplyMessage(text: text, artifacts: artifacts, isRefusal: isRefusal) }

    /// Reads a reply; the message's artifacts are those of the tool calls.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        run = fields.requiredString("run")
        conversation = fields.string("conversation") ?? ""
        model = fields.requiredString("model")
        toolCalls = fields.requiredValues("tool_calls")
        answer = try StructuredAnswer(in: fields)
        let message: ReplyMessage = try fields.requiredValue("message")
        (text, isRefusal) = (message.text, message.isRefusal)
        usage = try fields.requiredValue("usage")
        try fields.check()
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["run": .string(run)]
        if !conversation.isEmpty { object["conversation"] = .string(conversation) }
        object["status"] = "completed"
        object["message"] = message.jsonValue
        for (name, value) in answer?.members ?? [:] { object[name] = value }
        object["tool_calls"] = .array(toolCalls.map(\.jsonValue))
        object["usage"] = usage.jsonValue
        object["model"] = .string(model)
        return .object(object)
    }
}
