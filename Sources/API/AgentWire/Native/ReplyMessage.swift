/// The message with which a run answers.
public struct ReplyMessage: WireRecord {
    /// The text.
    public var text: String
    /// The data of all tool calls, in call order.
    public var artifacts: [WireArtifact]
    /// Whether the model declined, and the text is its explanation.
    public var isRefusal: Bool

    /// Makes a message.
    public init(text: String, artifacts: [WireArtifact] = [], isRefusal: Bool = false) {
        (self.text, self.artifacts, self.isRefusal) = (text, artifacts, isRefusal)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Message",
        from: ReplyMessage(text: ""),
        .constant("role", "assistant"),
        .always("text", \.text),
        .always("artifacts", \.artifacts),
        .unless(false, "refused", \.isRefusal, "Whether the model declined to answer; the text is its explanation.")
    )
}
