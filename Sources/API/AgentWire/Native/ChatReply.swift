/// The response body of `POST /v1/chat` without streaming.
public struct ChatReply: WireRecord {
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
        (self.run, self.conversation, self.model, self.text) = (run, conversation, model, text)
        (self.isRefusal, self.answer, self.toolCalls, self.usage) = (isRefusal, answer, toolCalls, usage)
    }

    /// The artifacts of all tool calls, in call order.
    public var artifacts: [WireArtifact] { toolCalls.flatMap(\.artifacts) }

    /// The message; one that is set has the artifacts of the tool calls all the same.
    public internal(set) var message: ReplyMessage {
        get { ReplyMessage(text: text, artifacts: artifacts, isRefusal: isRefusal) }
        set { (text, isRefusal) = (newValue.text, newValue.isRefusal) }
    }

    package static let fields: Fields<Self> = Fields(
        named: "Reply",
        last: ["status", "message", "object", "tool_calls", "usage", "model"],
        from: ChatReply(run: "", conversation: "", model: "", text: "", toolCalls: [], usage: .zero),
        .always("run", \.run),
        .unless("", "conversation", \.conversation, "Missing for an extraction."),
        .constant("status", "completed"),
        .always("model", \.model, "The model of the answer."),
        .always("tool_calls", \.toolCalls),
        .inline(\.answer, if: "object"),
        .always("message", \.message),
        .always("usage", \.usage)
    )
}
