public import StreamingJSON

/// The answer of `POST /v1/chat` when it is not streamed.
public struct ChatReply: Sendable, Equatable {
    /// The run that answered.
    public var run: String
    /// The conversation, to go on with.
    public var conversation: String
    /// The model that answered.
    public var model: String
    /// The answer's text.
    public var text: String
    /// The tools called on the way, in call order.
    public var toolCalls: [WireToolCall]
    /// The tokens used.
    public var usage: WireUsage

    /// Makes a reply.
    public init(
        run: String,
        conversation: String,
        model: String,
        text: String,
        toolCalls: [WireToolCall],
        usage: WireUsage
    ) {
        self.run = run
        self.conversation = conversation
        self.model = model
        self.text = text
        self.toolCalls = toolCalls
        self.usage = usage
    }

    /// The data of all tool calls, in call order.
    public var artifacts: [WireArtifact] { toolCalls.flatMap(\.artifacts) }

    /// The message as JSON.
    var message: JSONValue {
        ["role": "assistant", "text": .string(text), "artifacts": .array(artifacts.map(\.jsonValue))]
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue {
        [
            "run": .string(run),
            "conversation": .string(conversation),
            "status": "completed",
            "message": message,
            "tool_calls": .array(toolCalls.map(\.jsonValue)),
            "usage": usage.jsonValue,
            "model": .string(model),
        ]
    }
}
